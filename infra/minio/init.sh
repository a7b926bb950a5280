#!/bin/sh
# Makes in MinIO what the academy needs and nothing more: two buckets, a user who
# may keep files in both, and one who may only read releases (for edges). It may run
# any number of times; of keys that have changed only the new ones count from then on.
#
# MINIO_URL is where MinIO is; whoever has MC_HOST_store needs neither that nor the
# files with the root user.
set -eu

if [ -z "${MC_HOST_store:-}" ]; then
  login="$(cat "$MINIO_ROOT_USER_FILE"):$(cat "$MINIO_ROOT_PASSWORD_FILE")"
  export MC_HOST_store="${MINIO_URL%%://*}://$login@${MINIO_URL#*://}"
fi

media=${MEDIA_BUCKET:-academy-media}
releases=${RELEASES_BUCKET:-academy-releases}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What is said is a problem, or of no interest.
quietly() {
  "$@" >"$work/said" 2>&1 || {
    cat "$work/said" >&2
    exit 1
  }
}

user() { # policy, file of the access key, file of the secret key
  sed -e "s/MEDIA_BUCKET/$media/g" -e "s/RELEASES_BUCKET/$releases/g" "$here/$1.json" >"$work/$1.json"
  quietly mc admin policy create store "academy-$1" "$work/$1.json"
  # On standard input: a process list shows what stands in the command.
  { cat "$2" && echo && cat "$3" && echo; } | quietly mc admin user add store
  # To attach what is attached already is an error there.
  mc admin policy attach store "academy-$1" --user "$(cat "$2")" >"$work/said" 2>&1 ||
    grep -q "already in effect" "$work/said" || {
    cat "$work/said" >&2
    exit 1
  }
  mc admin user ls store --json >"$work/users"
  sed -n "s/.*\"accessKey\":\"\([^\"]*\)\",\"policyName\":\"academy-$1\".*/\1/p" "$work/users" | while read -r key; do
    [ "$key" = "$(cat "$2")" ] || quietly mc admin user rm store "$key"
  done
}

for bucket in "$media" "$releases"; do
  quietly mc mb --ignore-existing "store/$bucket"
done
user keeper "$S3_ACCESS_KEY_ID_FILE" "$S3_SECRET_ACCESS_KEY_FILE"
if [ -n "${EDGE_ACCESS_KEY_ID_FILE:-}" ]; then
  user reader "$EDGE_ACCESS_KEY_ID_FILE" "$EDGE_SECRET_ACCESS_KEY_FILE"
fi
echo "minio: buckets $media and $releases, users and policies are in place"
