import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { Variables } from '../../src/config/variables.ts'
import { NODE_OPTIONS } from '../serve/process.ts'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
const text = readFileSync('Dockerfile', 'utf8')
const file = DockerfileParser.parse(text)
const instructions = file
  .getInstructions()
  // With the flags, which are no arguments for the parser.
  .map((each) => ({
    name: each.getKeyword(),
    value: each.getTextContent().replace(/^\w+ /, ''),
  }))
const start = instructions.findLastIndex(({ name }) => name === 'FROM')
/** The stage of the image: what comes before it is not in the image. */
const last = instructions.slice(start)
const valuesOf = (name: string, among = last) =>
  among.filter((each) => each.name === name).map(({ value }) => value)

function variables(): Record<string, string> {
  const pairs = valuesOf('ENV').flatMap((value) => value.split(' '))
  return Object.fromEntries(pairs.map((pair) => pair.split('=')))
}

const INSTALL_MAIL =
  'apt-get update && apt-get install --yes --no-install-recommends ca-certificates msmtp-mta && rm -rf /var/lib/apt/lists/*'

describe('the Dockerfile', () => {
  test('has nothing that the parser of Docker objects to', () => {
    expect(validate(text)).toEqual([])
  })

  test('starts from one exact version of Node that has long-term support', () => {
    const images = file.getFROMs().map((from) => from.getImage() ?? '')
    const outside = images.filter((image) => image.includes(':'))
    expect(outside).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-slim$/)])
    expect(images.filter((image) => !image.includes(':'))).toEqual(['base', 'base', 'base'])
  })

  test('runs as a user without rights, before which only packages of the system are installed', () => {
    expect(valuesOf('USER')).toEqual(['node'])
    expect(valuesOf('RUN')).toEqual([INSTALL_MAIL])
  })

  test('gives that user its files with modes of its own, whatever the umask of the clone was', () => {
    const base = instructions.slice(
      0,
      instructions.findIndex(({ value }) => value === 'base AS build'),
    )
    const copied = valuesOf('COPY', [...base, ...last])
    // npm sets the modes of packages.
    const kept = copied.filter((value) => !value.includes('--chmod=755 '))
    expect(kept).toEqual(['--from=dependencies /app/node_modules ./node_modules'])
  })

  test('starts Node with the same options as the start script and as tests of processes', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const command = `node ${NODE_OPTIONS.join(' ')} bin/orangery.js`
    expect(valuesOf('ENTRYPOINT').map((value) => JSON.parse(value).join(' '))).toEqual([command])
    expect(scripts.start).toContain(`${command} serve`)
  })

  test('sets no secret, and no variable that the gateway does not know', () => {
    const { NODE_ENV, ...set } = variables()
    expect(NODE_ENV).toBe('production')
    expect(Object.keys(Variables.shape)).toEqual(expect.arrayContaining(Object.keys(set)))
    expect(Object.keys(set)).toEqual(['HOST', 'PORT'])
    expect(valuesOf('ARG', instructions)).toEqual([])
  })

  test('exposes the port, and asks a path that exists for its health', async () => {
    expect(valuesOf('EXPOSE')).toEqual([variables().PORT])
    const [check = ''] = valuesOf('HEALTHCHECK')
    const [program, ...args]: string[] = JSON.parse(check.slice(check.indexOf('[')))
    const ask = (PORT: string) =>
      promisify(execFile)(program ?? '', args, { env: { ...process.env, PORT } })
    await ask(new URL(gateway.url()).port)
    await expect(ask('1')).rejects.toThrow('Connection refused')
  })

  test('copies exactly what is built, so that the build notices every change', () => {
    const names = /const SOURCES = \[([^\]]+)\]/.exec(readFileSync('build.js', 'utf8'))?.[1] ?? ''
    const sources = names.match(/[^\s',]+/g) ?? []
    const before = instructions.slice(
      0,
      instructions.findIndex(({ value }) => value === 'npm run build'),
    )
    const copied = valuesOf('COPY', before).flatMap((value) => value.split(' ').slice(0, -1))
    const files = copied.filter((name) => !name.startsWith('--') && name !== '.npmrc')
    expect(files.sort()).toEqual(sources.sort())
  })

  test('copies what exists, and .dockerignore lets it through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n')
    const copied = valuesOf('COPY', instructions)
      .filter((value) => !value.startsWith('--from='))
      .flatMap((value) => value.split(' ').slice(0, -1))
      .filter((argument) => !argument.startsWith('--'))
    expect(copied.filter((name) => !existsSync(name))).toEqual([])
    expect(copied.filter((name) => !allowed.includes(`!${name}`))).toEqual([])
    expect(allowed.filter((line) => /^[^#!]/.test(line))).toEqual(['*', 'src/generated'])
  })
})
