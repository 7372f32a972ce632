#!/bin/sh
# Builds losslab's DPDK shim: build-shim.sh [--if-possible] SOURCE.c OUTPUT.so
# Needs a C compiler, pkg-config and libdpdk's headers (Debian: gcc, pkg-config, libdpdk-dev). Without them it fails,
# or with --if-possible says so and leaves no file.
set -eu
possible=false
if [ "$1" = --if-possible ]; then
  possible=true
  shift
fi
if ! pkg-config --exists libdpdk 2>/dev/null || ! command -v "${CC:-cc}" >/dev/null; then
  echo "no libdpdk headers, pkg-config or C compiler here; the DPDK shim is not built" >&2
  $possible && exit 0
  exit 2
fi
# The flags are words to be split.
# shellcheck disable=SC2046
"${CC:-cc}" -O3 -std=gnu11 -Wall -Wextra -fPIC -shared $(pkg-config --cflags libdpdk) -o "$2" "$1" \
  $(pkg-config --libs libdpdk)
