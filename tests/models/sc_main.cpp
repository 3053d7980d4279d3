// SystemC's library has a main that calls this; the tests have a main of their own.
extern "C" int sc_main(int, char**) { return 0; }
