"""The commands of the package: mirrors of the portfolios that an API key may read, and webhooks on this machine."""
import argparse
import json
import os
import random
import sys
import time
from typing import Iterable, NoReturn, Optional
from urllib.parse import urlsplit

from . import FolderStore, Mirrors, Orangery, OrangeryError, Outcome, follow_changes
from ._listen import listen
from .errors import is_of_key
from .mirrors import DONE
from .webhook import SIGNING_SECRET

DAY_SECONDS = '86400'


def main() -> None:
    os.umask(0o077)  # what clients share is nobody else's to read
    given = _parser().parse_args()
    done = True
    try:
        if given.command == 'sync':
            done = sync(given.folder, given.option)
        elif given.command == 'mirror':
            done = print_mirror()
        else:
            _listen(given.forward_to)
    except OrangeryError as error:
        sys.exit(str(error))
    sys.exit(0 if done else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='python3 -m orangery_client',
        description=__doc__,
        epilog='The environment names the gateway: ORANGERY_URL and ORANGERY_KEY.',
    )
    commands = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    sync = commands.add_parser(
        'sync',
        help='keep a mirror of every portfolio that the key may read: one JSON file for each client',
        description='Reads all clients, then follows the changes.',
    )
    sync.add_argument('folder', metavar='FOLDER')
    ends = sync.add_mutually_exclusive_group()
    ends.add_argument('--once', dest='option', action='store_const', const='--once', help='read all clients, and end')
    ends.add_argument(
        '--changes', dest='option', action='store_const', const='--changes', help='apply what has changed, and end'
    )
    commands.add_parser('mirror', help='sync once into the folder ORANGERY_STATE, and print each asset as a line of JSON')
    forward = commands.add_parser(
        'listen',
        help='send the changes of the key to a receiver on this machine, as the gateway sends webhooks',
        description='Prints the secret that signs them. With WEBHOOK_SECRET in the environment it signs with that one.',
    )
    forward.add_argument('--forward-to', required=True, metavar='ADDRESS', help='such as http://localhost:3000/hooks')
    return parser


def sync(folder: str, option: Optional[str]) -> bool:
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
        except OrangeryError as error:
            if option or is_of_key(error):
                raise
            print(error, file=sys.stderr, flush=True)
            time.sleep(random.uniform(0.5, 1))


def print_mirror() -> bool:
    """The mirror of this package as the conformance kit runs it. True if all mirrors are proved."""
    mirrors = Mirrors(_orangery(), FolderStore(_variable('ORANGERY_STATE')))
    done = all([outcome.state in DONE for outcome in mirrors.sync_all()])
    for client in mirrors.clients():
        for asset in (mirrors.read(client) or {'assets': {}})['assets'].values():
            print(json.dumps(asset))
    return done


def _print(outcomes: Iterable[Outcome]) -> bool:
    # A client that fails in the pass over all clients can be proved right after it: its last outcome counts.
    done = {}
    for client, state, error in outcomes:
        if error:
            print(client, error, file=sys.stderr, flush=True)
        else:
            print(client, 'not proved yet' if state == 'unproved' else state, flush=True)
        done[client] = state in DONE
    return all(done.values())


def _listen(receiver: str) -> None:
    if not _is_address(receiver):
        _reject('--forward-to takes an address, such as http://localhost:3000/hooks.')
    secret = os.environ.get('WEBHOOK_SECRET', '')
    if secret and not SIGNING_SECRET.fullmatch(secret):
        _reject('WEBHOOK_SECRET takes a secret: whsec_…')
    listen(_variable('ORANGERY_URL'), _variable('ORANGERY_KEY'), receiver, secret)


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ('http', 'https') and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _orangery() -> Orangery:
    return Orangery(_variable('ORANGERY_URL'), _variable('ORANGERY_KEY'))


def _variable(name: str) -> str:
    return os.environ.get(name) or _reject(f'Set {name}. See: python3 -m orangery_client --help')


def _reject(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(2)


if __name__ == '__main__':
    main()
