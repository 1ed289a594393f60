"""Actions: what is done on the clock: activities, actions of seconds, throws, slams, air and water."""
