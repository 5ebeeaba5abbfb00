"""Pictures before anything is seen in them: opening and encoding, cameras, patches."""
