import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactFields, redactText } from './redact.ts'

const words = { homeFolder: '/home/berta', userName: 'berta', hostName: 'build-box-7' }
const clean = (text: string) => redactText(text, words)

describe('what may stand in the log', () => {
  test.each([
    ["ENOENT: no such file or directory, open '/srv/s3cret place/key.pem'", 's3cret place'],
    ['could not read /srv/s3cret/key.pem today', 's3cret'],
    ['could not read ~/s3cret', 's3cret'],
    ['could not read C:\\Users\\s3cret\\key.pem', 's3cret'],
    ['could not read \\\\server\\s3cret\\key', 's3cret'],
    ['opened file:///srv/s3cret', 's3cret'],
    ['started with DB_PASSWORD=s3cret', 's3cret'],
    ['started with --password s3cret', 's3cret'],
    ['started with --api-key="s3 s3cret"', 's3cret'],
    ['connection string: Server=db;Pwd=s3cret;', 's3cret'],
    ['hello berta on build-box-7', 'berta'],
    ['hello berta on build-box-7', 'build-box-7'],
  ])('%s loses its secret', (text, secret) => {
    expect(clean(text)).not.toContain(secret)
  })

  test.each([
    'commandLine',
    'environmentValue',
    'socketPath',
    'userName',
    'accessToken',
    'markText',
    'targetArguments',
  ])('a field called %s loses its value but not its length', (name) => {
    expect(redactFields({ [name]: 's3cret' }, words)).toEqual({ [name]: '[hidden, 6 characters]' })
  })

  test('numbers and plain words stay', () => {
    const fields = { pid: 17, isTool: true, exitCode: null, reason: 'timed out after 1.5 s (2/3 answered)' }
    expect(redactFields(fields, words)).toEqual(fields)
  })

  test('a stack keeps positions in our code and nothing about the install path', () => {
    const stack = [
      'AssertionError: missing value: a row',
      '    at must (/opt/berta/app/out/main/index.cjs:120:7)',
      '    at /opt/berta/app.asar/out/main/chunks/live-3f.cjs:4:1',
      '    at draw (app://pipescope/assets/index-4d.js:1:22)',
    ].join('\n')
    const text = clean(stack)
    expect(text).toContain('index.cjs:120:7')
    expect(text).toContain('live-3f.cjs:4:1')
    expect(text).toContain('index-4d.js:1:22')
    expect(text).not.toContain('berta')
  })

  test('short names don’t split words', () => {
    expect(redactText('some time', { homeFolder: '/', userName: 'me', hostName: 'pc' })).toBe('some time')
  })

  test('a very long text is cut', () => {
    expect(clean('x'.repeat(10_000)).length).toBeLessThan(2100)
  })

  test.each([`KEY="`, `KEY='`, 'password: "', `--token '`, `"/srv/`, `'C:\\`])(
    'a long text that is cut behind %s keeps nothing of the secret',
    (open) => {
      const text = `${'x '.repeat(980)}${open}a s3cret ${'b '.repeat(40)}"'`
      expect(text.indexOf('s3cret')).toBeLessThan(2000)
      expect(clean(text)).not.toContain('s3cret')
      expect(clean(text)).toMatch(/ \[cut\]$/)
    },
  )

  test('a secret that stands as a path part, an assignment or a quoted path never survives', () => {
    const secret = 'Zq7Kp2xW'
    const wrap = fc.constantFrom(
      (s: string) => `/srv/${s}/file`,
      (s: string) => `'/srv/a ${s}/file'`,
      (s: string) => `C:\\${s}\\file`,
      (s: string) => `KEY=${s}`,
      (s: string) => `KEY="a ${s}"`,
      (s: string) => `password: ${s}`,
    )
    fc.assert(
      fc.property(fc.lorem(), wrap, fc.lorem(), (before, wrapped, after) => {
        expect(clean(`${before} ${wrapped(secret)} ${after}`)).not.toContain(secret)
      }),
    )
  })
})
