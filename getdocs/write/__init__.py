"""Pages and the Manifest, on disk."""
