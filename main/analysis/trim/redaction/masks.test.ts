import { describe, expect, test } from 'vitest'
import { Masks } from './masks.ts'

const owner = { provider: 'P', event: 'E', field: 'F' }

describe('the mask of a secret', () => {
  test('is the same for the same secret of a rule, and numbered by rule', () => {
    const masks = new Masks()
    expect([
      masks.of('emails', 'a'),
      masks.of('emails', 'b'),
      masks.of('emails', 'a'),
      masks.of('secrets', 'b'),
    ]).toEqual(['‹email-1›', '‹email-2›', '‹email-1›', '‹secret-1›'])
    expect(masks.of('own-rule', 'x')).toBe('‹own-rule-1›')
  })

  test('of a mask is that mask, and nothing else looks like one', () => {
    const masks = new Masks()
    for (const mask of ['‹email-1›', '‹email-0af›', '‹sql›']) expect(masks.of('emails', mask)).toBe(mask)
    const others = ['x‹email-1›', '‹email-1›x', '‹›', '‹Email-1›', 'email-1', '‹email 1›']
    expect(others.map((text) => masks.of('emails', text))).toEqual(others.map((_, index) => `‹email-${index + 1}›`))
  })

  test('has the name that is asked for once, by label and secret', () => {
    const asked: string[] = []
    const masks = new Masks((label, secret) => {
      asked.push(`${label} ${secret}`)
      return 'beef'
    })
    expect([masks.of('url-queries', 'q'), masks.of('url-queries', 'q')]).toEqual(['‹query-beef›', '‹query-beef›'])
    expect(asked).toEqual(['query q'])
  })
})

describe('the report of what was masked', () => {
  test('adds up by rule and by field, the most frequent first, and counts distinct secrets', () => {
    const masks = new Masks()
    for (const secret of ['a', 'b', 'a']) masks.of('emails', secret)
    masks.count('emails', owner, 2)
    masks.count('secrets', owner, 4)
    masks.count('emails', owner, 1)
    masks.count('emails', { ...owner, field: 'G' }, 5)
    expect(masks.report()).toEqual({
      rules: [
        { rule: 'emails', count: 8, distinctCount: 2 },
        { rule: 'secrets', count: 4, distinctCount: 0 },
      ],
      fields: [
        { ...owner, field: 'G', rule: 'emails', count: 5 },
        { ...owner, rule: 'secrets', count: 4 },
        { ...owner, rule: 'emails', count: 3 },
      ],
      zeroed: [],
    })
  })

  test('names the events whose payload was zeroed, the most frequent first', () => {
    const masks = new Masks()
    for (const event of ['one', 'two', 'two']) masks.countZeroed({ provider: 'P', event })
    masks.countZeroed({ provider: 'Q', event: 'two' })
    expect(masks.report().zeroed).toEqual([
      { provider: 'P', event: 'two', count: 2 },
      { provider: 'P', event: 'one', count: 1 },
      { provider: 'Q', event: 'two', count: 1 },
    ])
  })

  test('keeps ten thousand fields and shows five hundred, and the sums count all', () => {
    const masks = new Masks()
    for (let index = 0; index < 10_001; index++) {
      masks.count('emails', { ...owner, field: `${index}` }, 1)
      masks.countZeroed({ provider: 'P', event: `${index}` })
    }
    // The last one has no row of its own any more; one that has goes on counting.
    masks.count('emails', { ...owner, field: '10000' }, 50)
    masks.count('emails', { ...owner, field: '9999' }, 20)
    for (const event of ['9999', '10000', '10000']) masks.countZeroed({ provider: 'P', event })
    const { rules, fields, zeroed } = masks.report()
    expect([rules[0]!.count, fields.length, zeroed.length]).toEqual([10_071, 500, 500])
    expect([fields[0], fields[1]?.count]).toEqual([{ ...owner, field: '9999', rule: 'emails', count: 21 }, 1])
    expect(zeroed[1]?.count).toBe(1)
  })
})
