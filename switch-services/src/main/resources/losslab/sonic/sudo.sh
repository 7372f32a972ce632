#!/bin/sh
# sudo of a SONiC switch: without a password, unless the settings say that it asks for one.
settings=
[ ! -e "$HOME/settings" ] || read -r settings <"$HOME/settings"
if [ "$1" != -n ] || [ "${settings#*'"password": true'}" != "$settings" ]; then
  echo 'sudo: a password is required' >&2
  exit 1
fi
shift
if [ "$1" = -l ]; then
  command -v "$2"
  exit
fi
STAND_IN_ROOT=yes
export STAND_IN_ROOT
exec "$@"
