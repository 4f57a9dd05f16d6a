"""Keeps a mirror of every portfolio that an API key may read: one JSON file for each client.

    ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… python3 sync.py FOLDER [--once | --changes]

It reads all clients, then follows the changes of the key. With --once it reads all clients and ends; with --changes it
applies what has changed and ends, if all clients were read within a day. Needs Python 3.9 or newer and nothing else. Run one process for each folder.
"""
import gzip, hashlib, http.client, json, os, random, sys, time
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple
from urllib.parse import urlencode
from urllib.request import HTTPErrorProcessor, Request, build_opener

KEY = os.environ.get('ORANGERY_KEY', '').strip()
if not (KEY.isascii() and KEY.isprintable()):  # a library would quote it in its error
    sys.exit('ORANGERY_KEY takes the secret as it was shown, on one line.')
PAUSE_SECONDS = float(os.environ.get('PAUSE_SECONDS', '86400'))  # between two passes over all clients
WAIT_SECONDS = 20  # for a change, in one request
ATTEMPTS = 12  # of one request; the waits between them add up to several minutes
# The page sizes of the rounds of one sync, which goes on while the digest differs. A page with more than 10,000
# documents is refused, as a cursor of other terms is. Ten assets always fit.
PAGE_SIZES = (100, 100, 100, 10, 10, 10)
KEY_ENDED = {'revoked_api_key', 'expired_api_key'}
GRANT_ENDED = {'no_active_grant', 'grant_revoked', 'grant_expired'}
INCLUDED = {'valuation': 'valuations', 'documentation': 'documents'}  # what is read with an asset, by scope
PASSING = (OSError, EOFError, ValueError, LookupError, http.client.HTTPException)


# A body, or a mirror, as JSON.
Json = Dict[str, Any]


class ApiError(Exception):
    """A refusal, with its status and code; or no usable response after all attempts, with neither."""
    def __init__(self, message: str, status: Optional[int] = None, code: Optional[str] = None):
        super().__init__(message)
        self.status, self.code = status, code
        self.ends = status == 401 or code == 'ip_not_allowed'  # the key cannot be used


class EveryStatus(HTTPErrorProcessor):
    """Returns responses of every status, and follows no redirect: the key is for one host."""
    def http_response(self, request: Any, response: Any) -> Any:
        return response
    https_response = http_response


OPENER = build_opener(EveryStatus)


def get(target: str) -> Any:
    """The body of a path or link. Retries what may pass: 408, 429, 5xx, lost connections, cut bodies."""
    request = Request(os.environ['ORANGERY_URL'].rstrip('/') + target, headers={
        'Authorization': f"Bearer {KEY}",
        'X-Service-Version': '2024-01-01', 'Accept-Encoding': 'gzip'})
    for attempt in range(ATTEMPTS):
        asked = '0'
        try:
            with OPENER.open(request, timeout=30) as response:
                status, headers, body = response.status, response.headers, response.read()
            if headers.get('Content-Encoding') == 'gzip':
                body = gzip.decompress(body)
            if status == 200:
                return json.loads(body)
            problem, asked = f"{status} {body.decode(errors='replace')}", headers.get('Retry-After', '0')
            if status < 500 and status not in (408, 429):
                raise ApiError(problem, status, json.loads(body)['error']['code'])
        except PASSING as error:
            problem = repr(error)
        if attempt == 2:
            print(problem, 'trying again', file=sys.stderr, flush=True)
        wait = int(asked) if asked.isdigit() else 0
        time.sleep(wait + min(60, 0.25 * 2 ** attempt) * random.uniform(0.5, 1))
    raise ApiError(problem)


def pages(path: str, **query: Any) -> Iterator[Json]:
    """Every page of a list. Each is found by the link of the one before, never by its number."""
    target = f'{path}?{urlencode(query)}'
    while target:
        page = get(target)
        yield page
        target = page['links']['next']


def new_mirror(grant: str, scopes: Optional[List[str]]) -> Json:
    """An empty mirror. `asked` is what each of its walks asks for; filters belong in it as well.

    `as_of` is the next `updated_since`. Without it, the next walk reads everything.
    """
    include = ','.join(name for scope, name in INCLUDED.items() if scope in (scopes or ()))
    return {'grant': grant, 'asked': {'include': include} if include else {}, 'as_of': None, 'assets': {}}


def walk(mirror: Json, client: str, page_size: int) -> Tuple[Json, Optional[int]]:
    """The mirror after one walk, and how many entries the walk had.

    With None, the next walk reads everything: the delta is incomplete, or the grant shows other scopes than the walk
    was begun with.
    """
    entries, as_of = 0, mirror['as_of']
    since = {'updated_since': as_of} if as_of else {}
    assets = dict(mirror['assets']) if as_of else {}
    query = {'client_id': client, 'page_size': page_size, **mirror['asked'], **since}
    for page in pages('/api/v1/assets', **query):
        begun = new_mirror(mirror['grant'], page['grant']['scopes'])
        if not page['sync']['complete'] or begun['asked'] != mirror['asked']:
            return begun, None
        assets.update((asset['registry_id'], asset) for asset in page['data'])
        for removed in page['sync']['removed']:
            assets.pop(removed['registry_id'], None)
        entries += len(page['data']) + len(page['sync']['removed'])
    return {**mirror, 'as_of': page['sync']['as_of'], 'assets': assets}, entries


def digest_of(mirror: Json) -> str:
    lines = (f"{key} {asset['updated_at']}\n" for key, asset in sorted(mirror['assets'].items()))
    return hashlib.sha256(''.join(lines).encode()).hexdigest()


def write(file: Path, mirror: Json) -> None:
    """Replaces the file at once: whenever the process is killed, it holds the end of one walk."""
    new = file.with_suffix('.new')
    with open(new, 'w', encoding='utf-8') as out:
        json.dump(mirror, out, ensure_ascii=False)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)


def sync(file: Path, client: str, grant: str, scopes: Optional[List[str]]) -> bool:
    """Walks until the digest proves the mirror. False: not yet, it changes faster than it is read."""
    mirror, differs = new_mirror(grant, scopes), False
    kept = json.loads(file.read_text('utf-8')) if file.exists() else {}
    # An as_of belongs to one grant and to what its walk asked for: with another one, all is read again.
    # Without scopes, the first page of the walk says whether it is to ask for something else.
    if kept.get('grant') == grant and (scopes is None or kept.get('asked') == mirror['asked']):
        mirror = kept
    for page_size in PAGE_SIZES:
        try:
            mirror, entries = walk(mirror, client, page_size)
        except ApiError as error:
            if error.code == 'insufficient_scope':
                mirror = new_mirror(grant, [])  # its first page says which scopes there are now
            elif error.code != 'invalid_parameter':
                raise
            # A cursor is refused where the client has changed the grant since, and a page of too many documents.
            continue
        if entries is None:
            continue
        write(file, mirror)
        summary = get('/api/v1/portfolio/summary?' + urlencode({'client_id': client}))
        if summary['data']['digest'] == digest_of(mirror):
            return True
        # The digest may include a change that came after the walk: the next delta brings it. If that one
        # is empty and the digest still differs, the mirror is wrong, and is read as a whole.
        if differs and entries == 0:
            mirror = {**mirror, 'as_of': None}
        differs = True
    return False


def sync_all(folder: Path) -> Json:
    """One pass over all clients of the key. Returns those whose mirrors are not proved, with their grant."""
    granted = {each['client_id']: each for page in pages('/api/v1/me', page_size=100) for each in page['data']}
    delete(file for file in folder.glob('user_*') if file.stem not in granted)
    return {client: grant['id'] for client, grant in granted.items()
            if not sync_one(folder, client, grant['id'], grant['scopes'])}


def sync_one(folder: Path, client: str, grant: str, scopes: Optional[List[str]] = None) -> bool:
    """Syncs the mirror of one client, or deletes it if its grant has ended. True if it is done."""
    try:
        done = sync(folder / f'{client}.json', client, grant, scopes)
        print(client, 'proved' if done else 'not proved yet', flush=True)
        return done
    except ApiError as error:
        if error.ends:
            raise
        if error.code not in GRANT_ENDED:
            print(client, error, file=sys.stderr, flush=True)
            return False
        delete(folder.glob(f'{client}.*'))
        return True


def follow(folder: Path, feed: Json, wait: int = WAIT_SECONDS) -> bool:
    """Applies changes as they come. A change that could not be applied stays in `open`. False: read all clients."""
    wait = min(wait, 1) if feed['open'] else wait
    try:
        page = get('/api/v1/changes?' + urlencode({'cursor': feed['cursor'], 'wait': wait, 'page_size': 100}))
    except ApiError as error:
        if error.code != 'invalid_parameter':
            raise
        return False  # the cursor is of another key, or of a gateway with another secret
    if page['mode'] == 'full':
        return False
    for change in page['data']:
        feed['open'][change['client_id']] = None if change['type'] == 'grant.ended' else change['grant']['id']
    for client, grant in list(feed['open'].items()):
        if grant is None:
            delete(folder.glob(f'{client}.*'))
        if grant is None or sync_one(folder, client, grant):
            del feed['open'][client]
    feed['cursor'] = page['next_cursor']
    feed['more'] = page['has_more']
    write(folder / 'feed.json', feed)
    return True


def run(folder: Path, ends: bool = False) -> bool:
    """Reads all clients, unless that was done lately, and follows the changes until it is due again.

    With `ends` it applies what there is, and returns whether nothing is left.
    """
    file = folder / 'feed.json'
    feed = json.loads(file.read_text('utf-8')) if file.exists() else {'read_at': 0}
    if not 0 <= time.time() - feed['read_at'] < PAUSE_SECONDS:  # a time in the future is of a clock that was set back
        # The cursor first: what changes during the pass comes after it.
        feed = {'cursor': get('/api/v1/changes')['next_cursor'], 'read_at': time.time()}
        feed['open'] = sync_all(folder)
        write(file, feed)
    while ends or time.time() - feed['read_at'] < PAUSE_SECONDS:
        if not follow(folder, feed, 0 if ends else WAIT_SECONDS):
            file.unlink()
            break
        if ends and not feed['more']:
            return not feed['open']
    return False


def delete(files: Iterable[Path]) -> None:
    for file in list(files):
        file.unlink()
        print(file.name, 'deleted', flush=True)


def main(path: str, *options: str) -> None:
    os.umask(0o077)  # what clients share with you is nobody else's to read
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        proved = False
        try:
            proved = not sync_all(folder) if '--once' in options else run(folder, '--changes' in options)
        except ApiError as error:
            if error.code in KEY_ENDED:
                delete(folder.glob('user_*'))
            if error.ends:
                sys.exit(str(error))
            print(error, file=sys.stderr, flush=True)
            time.sleep(random.uniform(0.5, 1))
        if options:
            sys.exit(0 if proved else 1)


main(*sys.argv[1:])
