"""Runs one call of the installed package, and prints what came of it as JSON."""
import asyncio
import base64
import json
import sys

import orangery_client as package

given = json.loads(sys.argv[1])
client_id, options, arguments = given['client_id'], given.get('options', {}), given.get('arguments', {})
orangery: package.Orangery


def assets(**query):
    found = list(orangery.assets(client_id, **query))
    return {'ids': [asset['registry_id'] for asset in found], 'digest': package.digest_of(found)}


def awaited(**query):
    async def first():
        return (await orangery.assets(client_id, **query))['data']

    return {'ids': [asset['registry_id'] for asset in asyncio.run(first())]}


def awaitedThenWalked(**query):
    listed = orangery.assets(client_id, **query)

    async def walk():
        return [asset['registry_id'] async for asset in listed]

    return {'ids': [asset['registry_id'] for asset in listed.first_page()['data']] + asyncio.run(walk())}


def path():
    [grant] = orangery.get('/api/v1/me')['data']
    return {'isOne': grant['client_id'] == client_id}


def asset(registry_id):
    return orangery.asset(client_id, registry_id)


def summary(client_id=client_id):
    return orangery.summary(client_id)


def mirror():
    mirrors = package.Mirrors(orangery, package.MemoryStore())
    for outcome in mirrors.sync_all():
        return {'state': outcome.state, 'ids': sorted(mirrors.read(client_id)['assets'])}


def shown():
    return {'shown': [repr(orangery), str(orangery), repr(orangery._transport)]}


def quoting():
    def fail(request, timeout):
        raise ValueError(f"Invalid header value {request.get_header('Authorization')!r}")

    package._transport.OPENER.open = fail
    return summary()


def follow():
    cursor = orangery.changes()['next_cursor']
    print('listening', file=sys.stderr, flush=True)
    for page in orangery.follow(cursor):
        for change in page['data']:
            return {'type': change['type']}


def plants(ids):
    store = package.PlantStore(given['url'], given['token'], **options)
    for id in ids:
        store.create(int(id), f'Plant {id}', 'fern')
    found = store.list()
    for id in ids:
        store.delete(int(id))
    return {'ids': [plant['name'][6:] for plant in found], 'left': len(store.list())}


def webhooks(cases):
    return [webhook(**case) for case in cases]


def webhook(secret, headers, body, now):
    given = base64.b64decode(body)
    forms = (given, given.decode(), bytearray(given), memoryview(given))
    return ','.join(sorted({checked(secret, headers, form, now) for form in forms}))


def checked(secret, headers, body, now):
    try:
        return package.verify_webhook(secret, headers, body, now=now)['type']
    except package.WebhookError as error:
        return f'WebhookError: {error}'


def run():
    global orangery
    try:
        orangery = package.Orangery(given['url'], given['key'], **options)
        return globals()[given['call']](**arguments)
    except package.OrangeryError as error:
        names = ('status', 'code', 'request_id', 'help')
        members = {name: getattr(error, name, None) for name in names}
        return {'error': {'class': type(error).__name__, 'message': str(error), **members}}


print(json.dumps(run()))
