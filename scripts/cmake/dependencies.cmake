# Everything the program uses comes from the distribution; nothing is downloaded.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost REQUIRED)

# The library exports its version symbol for C++17; our code is C++20 and spawns processes at elaboration.
add_library(spyre_systemc INTERFACE)
target_link_libraries(spyre_systemc INTERFACE PkgConfig::SYSTEMC)
target_compile_definitions(spyre_systemc INTERFACE SC_CPLUSPLUS=201703L SC_INCLUDE_DYNAMIC_PROCESSES)
add_library(spyre::systemc ALIAS spyre_systemc)

if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
