#!/bin/sh
# Continuous archiving for PostgreSQL: what changes is copied to a folder within a minute, so that after
# a loss the database is as it was at any second since the older of two copies.
#
#   keep FILE NAME       PostgreSQL's archive_command
#   give NAME FILE       its restore_command
#   copy                 copies the whole server, and deletes all but this copy and the one before
#   restore COPY [TIME]  makes PGDATA anew while the server is stopped, up to TIME or the newest change
set -eu
archive=${ARCHIVE:-/archive}
changes=$archive/changes

copies() {
    find "$archive" -mindepth 1 -maxdepth 1 -name 'copy-*Z' -printf '%f\n' | sort
}

case ${1:-} in
keep)
    to=$changes/$3.gz
    if test -e "$to"; then # from before a crash: it must be the same
        gunzip -c "$to" | cmp -s - "$2"
        exit
    fi
    gzip -c "$2" >"$to.new"
    sync "$to.new"
    mv "$to.new" "$to"
    ;;
give)
    test -e "$changes/$2.gz"
    gunzip -c "$changes/$2.gz" >"$3"
    ;;
copy)
    name=copy-$(date -u +%Y-%m-%dT%H-%M-%SZ)
    pg_basebackup --no-password --username="${PGUSER:-postgres}" --pgdata="$archive/$name.new" \
        --format=tar --gzip --wal-method=none --checkpoint=fast
    sync "$archive/$name.new"/*
    mv "$archive/$name.new" "$archive/$name"
    copies | head -n -2 | while read -r old; do rm -r "${archive:?}/$old"; done
    needed=$(tar -xzOf "$archive/$(copies | head -n 1)/base.tar.gz" backup_label |
        sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
    pg_archivecleanup -x .gz "$changes" "$needed"
    echo "$name"
    ;;
restore)
    if ! test -e "$archive/${2:-}/base.tar.gz"; then
        echo "There is no copy \"${2:-}\". There are: $(copies | tr '\n' ' ')" >&2
        exit 1
    fi
    if test -e "$PGDATA/postmaster.pid"; then
        echo "PostgreSQL still runs on $PGDATA, or was killed: stop it, or delete $PGDATA/postmaster.pid." >&2
        exit 1
    fi
    broken=$PGDATA.broken-$(date +%s)
    if test -e "$PGDATA"; then mv "$PGDATA" "$broken"; fi
    mkdir -m 0700 "$PGDATA"
    tar -xzf "$archive/$2/base.tar.gz" -C "$PGDATA"
    # What was not archived any more, if it is still there.
    if test -e "$broken/pg_wal"; then
        find "$broken/pg_wal" -maxdepth 1 -type f -exec cp -p {} "$PGDATA/pg_wal/" \;
    fi
    cat >>"$PGDATA/postgresql.auto.conf" <<CONF
restore_command = 'ARCHIVE="$archive" sh "$0" give "%f" "%p"'
recovery_target_time = '${3:-}'
recovery_target_action = 'promote'
CONF
    touch "$PGDATA/recovery.signal"
    ;;
*)
    echo "$0 keep | give | copy | restore COPY [TIME]" >&2
    exit 2
    ;;
esac
