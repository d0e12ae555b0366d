// Empty: the library is used from CPeers alone. This target is what finds it.
