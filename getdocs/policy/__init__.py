"""May this request be made? Pure rules: pin, scope, robots. No socket, no browser, no clock."""
