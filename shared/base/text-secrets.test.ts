import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskText } from './command-secrets.ts'
import { maskSecrets, splitSecrets } from './text-secrets.ts'

describe('secrets in texts of a trace', () => {
  it.each([
    ['https://mara:s3cret@shop.example/x?y=1', `https://mara:${maskText}@shop.example/x?y=1`],
    ['GET /pay?access_token=s3cret&page=2', `GET /pay?access_token=${maskText}&page=2`],
    ['https://store.example/blob?sv=1&sig=s3cret%3D&se=2', `https://store.example/blob?sv=1&sig=${maskText}&se=2`],
    ['https://maps.example/?key=s3cret', `https://maps.example/?key=${maskText}`],
    ['Server=db;User Id=sa;Password=s3 cret;Encrypt=true', `Server=db;User Id=sa;Password=${maskText};Encrypt=true`],
    ['Server=db;Pwd="s3;cret"', `Server=db;Pwd=${maskText}`],
    ['signed in with {"apiKey": "s3cret", "id": 7}', `signed in with {"apiKey": ${maskText}, "id": 7}`],
    ['Authorization: Bearer s3cret.abc', `Authorization: Bearer ${maskText}`],
    ['sent bearer s3cretS3cretS3cret on', `sent bearer ${maskText} on`],
    ['dbPassword=s3cret failed', `dbPassword=${maskText} failed`],
    ['password: s3cret', `password: ${maskText}`],
    ['Authorization: ApiKey s3cret, 7', `Authorization: ${maskText}, 7`],
    ['{"password": "s3cret and cut', `{"password": ${maskText}`],
    ['{"password": "s3cret\\', `{"password": ${maskText}`],
    ["Server=db;Pwd='s3''cret';Encrypt=true", `Server=db;Pwd=${maskText};Encrypt=true`],
    ['Server=db;Pwd="s3""cret";Encrypt=true', `Server=db;Pwd=${maskText};Encrypt=true`],
    ['{"password": "", "id": 7}', `{"password": ${maskText}, "id": 7}`],
  ])('are hidden: %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  it.each([
    'https://shop.example/planted-slow-orders?page=2',
    'select * from orders where planted = 1',
    'Could not load Orders, Version=1.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
    'cancellationToken=None',
    'MethodName=IndexOfAny MethodSignature=instance int32 (int32)',
    'Unexpected token } at 4',
    'The user did not pass a key',
    'author=mara',
    'The design=new and the basic plan',
  ])('are not seen in %s', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('lose no character of any text', () => {
    const parts = fc.constantFrom('password', '=', ':', ';', '"', "'", ' ', 'x', '://', '@', '&', 'token', 'Bearer ')
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 40 }), (found) => {
        const text = found.join('')
        expect(splitSecrets(text).map((piece) => piece.text)).toSatisfy((pieces: string[]) => pieces.join('') === text)
      }),
    )
  })

  it('take a long text in their stride', () => {
    for (const text of [
      'password'.repeat(20_000),
      `${'a.'.repeat(50_000)}token`,
      ';pwd='.repeat(20_000),
      '://'.repeat(40_000),
      'pwd="'.repeat(20_000),
      "pwd='x".repeat(20_000),
      `pwd="${'\\'.repeat(50_001)}`,
      'authorization:x '.repeat(20_000),
      `${'a.'.repeat(50_000)}authorization`,
    ])
      expect(maskSecrets(text).length).toBeGreaterThan(0)
  })
})
