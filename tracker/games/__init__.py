"""Rule systems: tenants of the kernel that never see each other."""
