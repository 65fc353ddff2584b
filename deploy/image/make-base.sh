#!/bin/sh
# Makes the image localhost/debian:bookworm-slim from Debian's packages, where no registry of images can be reached.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mmdebstrap --variant=minbase --include=ca-certificates,libstdc++6 \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  bookworm "$folder/base.tar"
container=$(buildah from scratch)
buildah add "$container" "$folder/base.tar" /
buildah commit "$container" localhost/debian:bookworm-slim
buildah rm "$container"
