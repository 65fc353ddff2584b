#!/bin/sh
# Makes the base image localhost/debian:bookworm-slim from Debian's packages, where no registry can be reached.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-0} mmdebstrap --variant=minbase --include=ca-certificates,libstdc++6 \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-include=/usr/share/doc/*/copyright' bookworm "$folder/base.tar"
container=$(buildah from scratch)
buildah add --quiet "$container" "$folder/base.tar" /
buildah commit --quiet --timestamp "${SOURCE_DATE_EPOCH:-0}" "$container" localhost/debian:bookworm-slim
buildah rm "$container" >/dev/null
