"""Makes a connection link for each client of a list, one and no more, and says who has given access.

    ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… python3 onboard.py CLIENTS LINKS SCOPES PURPOSE

CLIENTS is a file of JSON: [{"reference": "K-1042", "email": "ada@example.com"}, …]. The email may be missing. LINKS gets a line of
JSON for each link, as soon as there is one: send its `url` to the client. SCOPES is a list such as registry,valuation. Run it again if it
was stopped, if the list has grown, or to see who has given access. If the email, the scopes or the purpose have changed, a new link takes
the place of the old one, and its line too. Needs Python 3.9 or newer, and a key that may create links.
"""
import http.client, json, os, random, sys, time
from pathlib import Path
from urllib.request import HTTPErrorProcessor, Request, build_opener

URL = os.environ.get('ORANGERY_URL', '').strip().rstrip('/')
KEY = os.environ.get('ORANGERY_KEY', '').strip()
if not (KEY.isascii() and KEY.isprintable()):  # a library would quote it in its error
    sys.exit('ORANGERY_KEY takes the secret as it was shown, on one line.')
if not URL.startswith(('http://', 'https://')):
    sys.exit('ORANGERY_URL takes the address of the gateway, such as https://portfolio.example.com.')
ATTEMPTS = 12  # of one request; the waits between them add up to several minutes
OF_ONE_LINE = {'invalid_parameter', 'state_conflict'}  # the other lines may be right
MEMBERS = {'reference', 'email', 'returnUrl', 'state'}  # of a client of the list
PASSING_CODES = {'rate_limit_exceeded', 'too_many_concurrent_requests', 'service_unavailable', 'internal_error'}
PASSING = (OSError, EOFError, ValueError, LookupError, http.client.HTTPException)
CREATE = 'mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) { id path expiresAt } }'


class EveryStatus(HTTPErrorProcessor):
    """Returns responses of every status, and follows no redirect: the key is for one host."""
    def http_response(self, request, response):
        return response
    https_response = http_response


OPENER = build_opener(EveryStatus)


class Refused(Exception):
    """A refusal, with its code."""
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def ask(target, body=None):
    """The body of an answer. Repeats what may pass. That is safe: an open link with the same reference is returned again."""
    headers = {'Authorization': f'Bearer {KEY}', 'X-Service-Version': '2024-01-01', 'Content-Type': 'application/json'}
    request = Request(URL + target, data=body and json.dumps(body).encode(), headers=headers)
    problem = ''
    for attempt in range(ATTEMPTS):
        wait = 0
        try:
            with OPENER.open(request, timeout=30) as response:
                status, answer = response.status, json.loads(response.read())
                asked = response.headers.get('Retry-After', '')
            wait = int(asked) if asked.isdigit() else 0
            if status == 200 and not answer.get('errors'):
                return answer
            refused = answer['errors'][0] if answer.get('errors') else answer['error']
            code = refused.get('extensions', refused)['code']
            problem = f"{code}: {refused['message']}"
            if status < 500 and status not in (408, 429) and code not in PASSING_CODES:
                raise Refused(problem, code)
        except PASSING as error:
            problem = repr(error)
        if attempt == 2:
            print(problem, 'trying again', file=sys.stderr, flush=True)
        wait += min(60, 0.25 * 2 ** attempt) * random.uniform(0.5, 1)
        if wait > 5:
            print(f"waiting {wait:.0f} s: {problem.split('. ')[0]}", flush=True)
        time.sleep(wait)
    raise Refused(problem, None)


def read_text(file, mode='r'):
    """The text of a file. With the mode a+ the file may be missing, and can be written."""
    try:
        with open(file, mode, encoding='utf-8-sig') as opened:
            if mode == 'a+':
                opened.seek(0)
            return opened.read()
    except (OSError, UnicodeDecodeError):
        sys.exit(f'{file} is not a readable file.')


def read_clients(file):
    """The clients of the list. All of it is checked before the first link is made."""
    try:
        clients = json.loads(read_text(file))
    except ValueError:
        clients = None
    if not isinstance(clients, list):
        sys.exit(f'{file} takes a list in JSON, such as [{{"reference": "K-1042"}}].')
    for client in clients:
        if not isinstance(client, dict) or not isinstance(client.get('reference'), str) or client.keys() - MEMBERS:
            sys.exit(f'A client has a reference as a text, and can have email, returnUrl and state. Nothing was made: {client}')
    references = [client['reference'] for client in clients]
    twice = {reference for reference in references if references.count(reference) > 1}
    if twice:
        sys.exit(f'These references are there twice, and nothing was made: {sorted(twice)}')
    return clients


def read_links(file):
    """The links that were made, by reference. A line that was cut is left out: its link is asked for again."""
    links = {}
    for number, line in enumerate(read_text(file, 'a+').split('\n')[:-1], 1):
        try:
            link = json.loads(line)
        except ValueError:
            link = None
        if not isinstance(link, dict) or not all(isinstance(link.get(member), str) for member in ('reference', 'expires_at')):
            sys.exit(f'Line {number} of {file} is not a link of this program.')
        links[link['reference']] = link
    return links


def connected():
    """The id of the key, and the references of the clients who have given it access."""
    target, references = '/api/v1/me?page_size=100', set()
    while target:
        page = ask(target)
        references.update(grant['reference'] for grant in page['data'])
        target = page['links']['next']
    return page['key']['id'], references


def make_links(wanted, key, done, links_file):
    """Makes the links that are missing, and adds their references to `done`."""
    outcomes = []
    with open(links_file, 'a', encoding='utf-8') as out:
        for place, (reference, asked) in enumerate(wanted.items(), 1):
            if reference in done:
                continue
            try:
                link = ask('/graphql', {'query': CREATE, 'variables': {'input': asked}})['data']['createConnectionLink']
            except Refused as error:
                if error.code not in OF_ONE_LINE:
                    raise
                print(f'{reference}: {error}', file=sys.stderr, flush=True)
                outcomes.append(str(error))
                if outcomes == [str(error)] * 3:
                    print('The first three clients failed for the same reason, so nothing more was asked.', file=sys.stderr)
                    return
                continue
            outcomes.append(None)
            line = {'reference': reference, 'id': link['id'], 'url': URL + link['path'], 'expires_at': link['expiresAt'], 'key': key}
            out.write(json.dumps({**line, 'asked': asked}) + '\n')
            out.flush()
            done.add(reference)
            if place % 20 == 0:
                print(f'{place} of {len(wanted)}', flush=True)


def main(clients_file, links_file, scopes, purpose):
    os.umask(0o077)  # the links are for the clients alone
    terms = {'scopes': [scope.strip() for scope in scopes.split(',')], 'purpose': purpose}
    wanted = {client['reference']: {**client, **terms} for client in read_clients(clients_file)}
    links, (key, given) = read_links(links_file), connected()
    now = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())

    def stays(reference, link):  # a line of an earlier release says neither what was asked nor by which key
        asked = wanted.get(reference)
        is_current = link.get('key', key) == key and link.get('asked', asked) == asked
        return reference in given or not asked or (link['expires_at'] > now and is_current)

    links = {reference: link for reference, link in links.items() if stays(reference, link)}
    Path(links_file).write_text(''.join(json.dumps(link) + '\n' for link in links.values()), 'utf-8')
    done = given | links.keys()
    make_links(wanted, key, done, links_file)
    access = [reference for reference in wanted if reference in given]
    served = wanted.keys() & done
    for reference in access:
        print(f'{reference}: access given')
    print(f'{len(served)} of {len(wanted)} have a link or have given access. Access given: {len(access)}')
    sys.exit(0 if len(served) == len(wanted) else 1)


if len(sys.argv) != 5:
    sys.exit(__doc__)
try:
    main(*sys.argv[1:])
except Refused as error:
    sys.exit(str(error))
