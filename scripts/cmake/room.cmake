# spyre_room(NAME SOURCES … [USES …] [PRIVATE …]): one room of the program = one library target spyre_NAME, alias
# spyre::NAME. A room without sources is header only. USES are the rooms and libraries its headers need.
add_library(spyre_options INTERFACE)
target_include_directories(spyre_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(spyre_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${SPYRE_WERROR}>:-Werror>)
if(SPYRE_SANITIZE)
  target_compile_options(spyre_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -g)
  target_link_options(spyre_options INTERFACE -fsanitize=address,undefined)
endif()

function(spyre_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  if(ROOM_SOURCES)
    add_library(spyre_${name} STATIC ${ROOM_SOURCES})
    target_link_libraries(spyre_${name} PUBLIC spyre_options ${ROOM_USES} PRIVATE ${ROOM_PRIVATE})
  else()
    add_library(spyre_${name} INTERFACE)
    target_link_libraries(spyre_${name} INTERFACE spyre_options ${ROOM_USES})
  endif()
  add_library(spyre::${name} ALIAS spyre_${name})
endfunction()
