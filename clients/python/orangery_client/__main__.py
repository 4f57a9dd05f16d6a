"""Keeps mirrors of the portfolios that an API key may read.

    python3 -m orangery_client sync FOLDER [--once | --changes]
        One JSON file for each client. It reads all clients, then follows the changes. --once reads all clients and
        ends; --changes applies what has changed and ends.
    python3 -m orangery_client mirror
        Syncs once into the folder ORANGERY_STATE and prints each asset as a line of JSON.

The environment names the gateway: ORANGERY_URL and ORANGERY_KEY.
"""
import json
import os
import random
import sys
import time
from typing import Iterable

from . import AuthenticationError, FolderStore, Mirrors, Orangery, OrangeryError, Outcome, follow_changes

DAY_SECONDS = '86400'


def main() -> None:
    os.umask(0o077)  # what clients share is nobody else's to read
    command, *rest = sys.argv[1:] or ['help']
    try:
        if command == 'sync' and len(rest) in (1, 2) and not {*rest[1:]} - {'--once', '--changes'}:
            done = sync(*rest)
        elif command == 'mirror' and not rest:
            done = print_mirror()
        else:
            sys.exit(__doc__)
    except OrangeryError as error:
        sys.exit(str(error))
    sys.exit(0 if done else 1)


def sync(folder: str, option: str = '') -> bool:
    """Syncs the mirrors of a folder, and says what became of each. True if all are proved."""
    mirrors = Mirrors(_orangery(), FolderStore(folder))
    pass_seconds = float(os.environ.get('PAUSE_SECONDS', DAY_SECONDS))
    while True:
        try:
            if option == '--once':
                return _print(mirrors.sync_all())
            done = _print(follow_changes(mirrors, pass_seconds=pass_seconds, once=option == '--changes'))
            if option:
                return done
        except AuthenticationError:
            raise
        except OrangeryError as error:
            if option:
                raise
            print(error, file=sys.stderr, flush=True)
            time.sleep(random.uniform(0.5, 1))


def print_mirror() -> bool:
    """The mirror of this package as the conformance kit runs it. True if all mirrors are proved."""
    mirrors = Mirrors(_orangery(), FolderStore(_variable('ORANGERY_STATE')))
    done = all([outcome.state in ('proved', 'deleted') for outcome in mirrors.sync_all()])
    for client in mirrors.clients():
        for asset in (mirrors.read(client) or {'assets': {}})['assets'].values():
            print(json.dumps(asset))
    return done


def _print(outcomes: Iterable[Outcome]) -> bool:
    done = True
    for client, state, error in outcomes:
        if error:
            print(client, error, file=sys.stderr, flush=True)
        else:
            print(client, 'not proved yet' if state == 'unproved' else state, flush=True)
        done = done and state in ('proved', 'deleted')
    return done


def _orangery() -> Orangery:
    return Orangery(_variable('ORANGERY_URL'), _variable('ORANGERY_KEY'))


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        sys.exit(f'Set {name}. See: python3 -m orangery_client help')
    return value


if __name__ == '__main__':
    main()
