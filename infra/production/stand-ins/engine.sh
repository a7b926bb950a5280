#!/bin/sh
# A container engine of its own for make production, on Debian as root.
#
#   sh infra/production/stand-ins/engine.sh start FOLDER
#   . FOLDER/env
#   make production STANDINS=1 ARGS="--restart-engine 'sh infra/production/stand-ins/engine.sh restart FOLDER'"
#   sh infra/production/stand-ins/engine.sh stop FOLDER
#
# Everything lies in FOLDER, which can be deleted after the last. To start it installs
# what is missing of Debian's packages, and builds compose, which Debian 12 does not have
# in a version that is new enough. It ends with 69 (EX_UNAVAILABLE) when the machine can
# run no engine.
set -eu
usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# = 2 ] || usage
mkdir -p "$2"
dir=$(cd "$2" && pwd)
compose=v2.40.3
plugin=$dir/config/cli-plugins/docker-compose
export DOCKER_HOST="unix://$dir/docker.sock" DOCKER_CONFIG="$dir/config"

install_packages() {
  for program in dockerd mmdebstrap busybox; do
    if ! command -v $program >/dev/null; then
      apt-get update -qq
      # RUNLEVEL: the packages start no engine of their own.
      RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io mmdebstrap busybox-static >/dev/null
    fi
  done
}

build_compose() {
  [ ! -x "$plugin" ] || return 0
  # In a copy, since go install refuses modules that exclude others.
  mkdir -p "$dir/config/cli-plugins"
  source=$(go mod download -json "github.com/docker/compose/v2@$compose" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  cp -r "$source" "$dir/compose"
  chmod -R u+w "$dir/compose"
  (cd "$dir/compose" && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X github.com/docker/compose/v2/internal.Version=$compose" -o "$plugin" ./cmd)
  rm -rf "$dir/compose"
}

running() { [ -e "$dir/pid" ] && kill -0 "$(cat "$dir/pid")" 2>/dev/null; }

start() {
  echo "export DOCKER_HOST=$DOCKER_HOST DOCKER_CONFIG=$DOCKER_CONFIG" >"$dir/env"
  running && return
  rm -f "$dir/pid"
  # Before version 27 ip6tables is experimental. The MTU is below that of any machine.
  # Without overlays each layer would be a copy of all below it.
  setsid dockerd --data-root "$dir/data" --exec-root "$dir/exec" --pidfile "$dir/pid" --host "$DOCKER_HOST" \
    --mtu 1400 --experimental --ip6tables --storage-driver overlay2 >>"$dir/log" 2>&1 </dev/null &
  engine=$!
  for _ in $(seq 300); do
    docker version >/dev/null 2>&1 && return
    kill -0 $engine 2>/dev/null || break
    sleep 0.2
  done
  tail "$dir/log" >&2
  exit 69
}

# An engine may come up where it can start no container.
probe() {
  tar -C / -c bin/busybox | docker import - probe >/dev/null
  timeout 1m docker run --rm --memory 64m probe /bin/busybox true || exit 69
  docker rmi probe >/dev/null
}

stop() {
  running || return 0
  pid=$(cat "$dir/pid")
  kill "$pid"
  for _ in $(seq 600); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.2
  done
  echo "the engine ($pid) does not end" >&2
  return 1
}

case $1 in
start)
  install_packages
  start
  probe
  build_compose
  ;;
stop) stop ;;
restart)
  stop
  start
  ;;
*) usage ;;
esac
