"""Plain: initiative, hit points and one attack roll. The smallest game that is fun, and the template for others."""
