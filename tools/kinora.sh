#!/bin/sh
# Kinora from an offline bundle, with the Node that is in it: the machine needs neither Node nor npm.
#   sh tools/kinora.sh                 is npm start
#   sh tools/kinora.sh COMMAND …       is npm run kinora -- COMMAND …
# Commands name files from here.
INIT_CWD=${INIT_CWD:-$PWD}
export INIT_CWD
cd "$(dirname "$0")/.." || exit 1
node=node_modules/.bin/node
if ! "$node" --version >/dev/null 2>&1; then
  made=$(sed -n 's/.*"words": "\(.*\)".*/\1/p' .cache/kinora/bundle.json 2>/dev/null)
  if [ -n "$made" ]; then
    echo "This offline bundle is for $made or newer, and its Node does not run on this machine ($(uname -sm))." >&2
    echo "Make a bundle on a machine like this one (docs/operations/offline.md)." >&2
    exit 12
  fi
  echo "This folder is not an offline bundle: use npm start and npm run kinora." >&2
  exit 1
fi
if [ $# -eq 0 ]; then exec "$node" tools/start.mjs; fi
exec "$node" tools/kinora.mjs "$@"
