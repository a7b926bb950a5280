#!/bin/sh
# Makes the secrets of compose.yaml and compose.cluster.yaml in infra/secrets (or in
# the folder that is named): random, each in a file of its own. What is there stays,
# so it may run any number of times; to change a secret, delete its file first.
#
# Nobody but the folder's owner can enter it. The files in it can be read by
# whoever gets one: a container's user is another one than yours.
set -eu
umask 077
dir=${1:-$(dirname "$0")/secrets}
mkdir -p "$dir"
chmod 700 "$dir"

# MongoDB has the password that its volume was made with: with another one nobody could
# change the others there.
if [ -e "$dir/mongodb_uri" ] && [ ! -e "$dir/mongodb_root_password" ]; then
  echo "$dir/mongodb_root_password is gone: put it back, another one would not be taken." >&2
  echo "Where MongoDB has no data yet, delete the whole folder." >&2
  exit 1
fi

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
base64_of() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
keep() { # name, value: written in one step
  [ -e "$dir/$1" ] && return
  printf '%s' "$2" >"$dir/$1.new"
  chmod 444 "$dir/$1.new"
  mv "$dir/$1.new" "$dir/$1"
  echo "made $dir/$1"
}

keep auth_secret "$(random 48)"
keep publish_secret "whsec_$(base64_of 32)"
keep mongodb_root_password "$(random 24)"
keep mongodb_password "$(random 24)"
keep mongodb_keyfile "$(base64_of 564)"
keep minio_root_user "root-$(random 6)"
keep minio_root_password "$(random 24)"
keep s3_access_key_id "academy-$(random 6)"
keep s3_secret_access_key "$(random 24)"
keep edge_access_key_id "edge-$(random 6)"
keep edge_secret_access_key "$(random 24)"
# Empty until somebody writes a password into it: see MAIL_DRIVER, SMS_DRIVER.
keep smtp_password ""
keep twilio_auth_token ""

# Addresses with the database's password in them, made anew each time.
uri() { # name, hosts
  printf 'mongodb://academy:%s@%s/academy?replicaSet=rs0' "$(cat "$dir/mongodb_password")" "$2" >"$dir/$1.new"
  chmod 444 "$dir/$1.new"
  mv "$dir/$1.new" "$dir/$1"
}
uri mongodb_uri mongodb:27017
uri mongodb_cluster_uri mongodb-1:27017,mongodb-2:27017,mongodb-3:27017
