"""Actions of feats: activities, actions of seconds, throws, slams, air and water."""
