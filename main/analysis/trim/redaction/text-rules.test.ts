import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RedactionChoice, type RedactionRule, redactionRules } from '../../../../shared/model/trace/trace-trim.ts'
import { Masks } from './masks.ts'
import { rulesOf } from './text-rules.ts'

function masked(rules: readonly RedactionRule[], text: string, field = 'Message', expressions: string[] = []): string {
  return maskedBy({ rules, expressions }, text, field)
}

function maskedBy(choice: RedactionChoice, text: string, field = 'Message'): string {
  const masks = new Masks()
  return rulesOf(choice).reduce((result, { id, apply }) => apply(result, field, (secret) => masks.of(id, secret)), text)
}

test.each<[RedactionRule, string, string]>([
  ['emails', 'mail from ann@acme.com to bob@acme.com, ann@acme.com', 'mail from ‹email-1› to ‹email-2›, ‹email-1›'],
  ['emails', 'List<T>@1 and a@b', 'List<T>@1 and a@b'],
  [
    'ip-addresses',
    'from 10.1.2.3:443 and [2001:db8::1], ::1',
    'from ‹ip-address-1›:443 and [‹ip-address-2›], ‹ip-address-3›',
  ],
  ['ip-addresses', 'server.address=10.1.2.3,port=1', 'server.address=‹ip-address-1›,port=1'],
  [
    'ip-addresses',
    'System.Private.CoreLib, Version=8.0.0.0 at 12:34:56, a::b',
    'System.Private.CoreLib, Version=8.0.0.0 at 12:34:56, a::b',
  ],
  [
    'secrets',
    'login with password=hunter2 and Authorization: Bearer abc',
    'login with password=‹secret-1› and Authorization: Bearer ‹secret-2›',
  ],
  ['connection-strings', 'open Server=db1;Database=Orders;User Id=sa;Pwd=x; now', 'open ‹connection-string-1› now'],
  ['connection-strings', 'a = b; c = d', 'a = b; c = d'],
  [
    'url-queries',
    'GET https://shop/a/b?card=4111&x=1#top and /orders?id=7',
    'GET https://shop/a/b?‹query-1›#top and /orders?‹query-2›',
  ],
  ['url-queries', 'really? yes', 'really? yes'],
  [
    'user-folders',
    '/home/ann/app/bin/a.dll C:\\Users\\Ann\\x.pdb /root/y',
    '‹user-folder-1›/app/bin/a.dll ‹user-folder-2›\\x.pdb ‹user-folder-3›/y',
  ],
  ['user-folders', '/opt/home/x and home/ann', '/opt/home/x and home/ann'],
  [
    'sql-literals',
    "SELECT * FROM Users WHERE Name = N'O''Hara' AND Age > 41 AND Id = @id",
    'SELECT * FROM Users WHERE Name = ‹literal-1› AND Age > ‹literal-2› AND Id = @id',
  ],
  ['sql-literals', "select a name, it's 5 o'clock", "select a name, it's 5 o'clock"],
  ['sql-literals', 'select 1 where Token = 0xDEADBEEF', 'select 1 where Token = ‹literal-1›'],
  ['sql-literals', "select 1 where Note = 'it''s cut he", 'select 1 where Note = ‹literal-1›'],
  [
    'user-folders',
    'C:\\Users\\Ann Lee\\x.pdb, C:\\Users\\Bo and D:\\Users\\Ann Lee\\y',
    '‹user-folder-1›\\x.pdb, ‹user-folder-2› and ‹user-folder-3›\\y',
  ],
  ['environment', 'run with ASPNETCORE_KEY="abc and cut', 'run with ASPNETCORE_KEY=‹environment-1›'],
  ['environment', 'run with ASPNETCORE_KEY=abc and X=1', 'run with ASPNETCORE_KEY=‹environment-1› and X=1'],
])('%s: %s', (rule, text, expected) => {
  expect(masked([rule], text)).toBe(expected)
})

test('fields that are secret by name are masked as a whole', () => {
  expect(masked(['command-line'], 'dotnet app.dll --pin 1', 'CommandLine')).toBe('‹command-line-1›')
  expect(masked(['command-line'], 'dotnet app.dll --pin 1', 'Message')).toBe('dotnet app.dll --pin 1')
  expect(masked(['url-queries'], 'a=1', 'QueryString')).toBe('‹query-1›')
  expect(masked(['environment'], 'anything', 'EnvironmentVariables')).toBe('‹environment-1›')
})

test.each<[RedactionRule, string, string]>([
  ['environment', 'A_KEY=', ''],
  ['environment', 'A_KEY="', '"'],
  ['url-queries', 'GET /orders?id=', ''],
  ['connection-strings', 'Server=db1;AccessToken=', ''],
  ['sql-literals', "select 1 where Id = '", "'"],
  ['sql-literals', 'select 1 where Id = 0x', ''],
])('%s: a secret of any length is masked to its end: %s', (rule, before, after) => {
  expect(masked([rule], `${before}${'5'.repeat(200_000)}${after}`)).not.toContain('5')
})

test('custom expressions are matched first, in RE2 syntax', () => {
  expect(masked(['emails'], 'order A-17 of ann@acme.com', 'Message', ['A-\\d+', 'acme'])).toBe(
    'order ‹own-1-1› of ann@‹own-2-1›.com',
  )
  expect(masked([], 'abc', 'Message', ['x*'])).toBe('abc')
})

test('masking twice changes nothing', () => {
  const text =
    "ann@acme.com 10.0.0.1 password=x; token=y Server=a;Database=b;Pwd=c https://a/b?c=d /home/ann/x A_B=c select 'a' from b"
  const once = masked(redactionRules, text)
  expect(masked(redactionRules, once)).toBe(once)
})

test('every rule is linear in the length of the text', () => {
  const pieces = ['a', '=', ';', '/', '?', '@', '.', ':', "'", 'Server=a;', 'A_', 'http://', 'select from ', '1.', 'f:']
  for (const piece of pieces)
    for (const prefix of ['', "select '", 'Server=x;', 'https://a?'])
      for (const rule of redactionRules) {
        const text = `${prefix}${piece.repeat(Math.ceil(60_000 / piece.length))}`
        // A rule that is not linear does not end within the time of a test.
        expect(masked([rule], text).length).toBeGreaterThan(0)
      }
})

test.each(['vm', 'desk', 'web-01.shop', 'a+b', 'srv/ann', 'two words'])(
  'the name %s is found wherever an expression for the word finds it, in any case',
  (word) => {
    const expression = `(?i)\\b${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\b`
    const named = (text: string) => maskedBy({ rules: [], expressions: [], words: [{ rule: 'own-1', word }] }, text)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...anyCase(word), ' ', 'x', '-', 'é')), (pieces) => {
        const text = pieces.join('')
        expect(named(text)).toBe(masked([], text, 'Message', [expression]))
      }),
    )
    expect(named(`at ${word.toUpperCase()}.`)).toBe('at ‹own-1-1›.')
  },
)

test('the Kelvin sign and the long s are a K and an S too', () => {
  const words = [{ rule: 'host', word: 'desk' }]
  expect(maskedBy({ rules: [], expressions: [], words }, 'de\u017f\u212a')).toBe('‹host-1›')
})

test('a name stays as it is inside of a mask', () => {
  const words = ['host', 'user'].map((word) => ({ rule: word, word }))
  expect(maskedBy({ rules: ['emails'], expressions: [], words }, 'user at host')).toBe('‹user-1› at ‹host-1›')
})

/** Also pieces of it. */
function anyCase(word: string): string[] {
  return [word, word.toUpperCase(), word.slice(0, -1), ...word.split('')]
}
