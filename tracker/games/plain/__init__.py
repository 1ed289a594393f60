"""Plain: initiative, hit points and one attack roll; the smallest game that is fun, and the template for others."""
