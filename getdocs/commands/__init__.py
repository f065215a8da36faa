"""The subcommands, one a module: options in, exit code out."""
