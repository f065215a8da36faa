"""The sealed Chromium: it renders what Python hands it and reaches nobody."""
