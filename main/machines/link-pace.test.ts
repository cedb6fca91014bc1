import { describe, expect, it } from 'vitest'
import { LinkPace } from './link-pace.ts'

/** A link whose answers are scripted, looked at once a second. */
class ScriptedLink {
  readonly pace = new LinkPace()
  readonly changes: string[] = []
  #second = 0

  answers(answerMs: number | null, seconds: number): this {
    for (let count = 0; count < seconds; count++) {
      this.#second++
      if (this.pace.look(answerMs, this.#second * 1000)) this.changes.push(`${this.#second} s: ${this.pace.carriedMs}`)
    }
    return this
  }
}

describe('the pace of a link', () => {
  it('is the fastest there is while answers are quick, and while nothing is known', () => {
    const link = new ScriptedLink().answers(null, 30).answers(20, 600)
    expect([link.pace.carriedMs, link.changes]).toEqual([100, []])
  })

  it.each([
    [100, 100],
    [101, 250],
    [250, 250],
    [600, 1000],
    [1200, 5000],
    [14_000, 5000],
  ])('with answers after %i ms is an interval of %i ms', (answerMs, carriedMs) => {
    expect(new ScriptedLink().answers(answerMs, 5).pace.carriedMs).toBe(carriedMs)
  })

  it('changes after three slow answers in a row, not after one', () => {
    const link = new ScriptedLink()
    for (let count = 0; count < 10; count++) link.answers(900, 2).answers(50, 1)
    expect(link.changes).toEqual([])
    expect(link.answers(900, 3).changes).toEqual(['33 s: 1000'])
  })

  it('returns after ten seconds of quick answers', () => {
    const link = new ScriptedLink().answers(600, 3).answers(20, 20)
    expect(link.changes).toEqual(['3 s: 1000', '16 s: 100'])
  })

  it('returns only as far as the slowest answer of that time allows', () => {
    const link = new ScriptedLink().answers(600, 3).answers(20, 5).answers(120, 3).answers(20, 10)
    expect(link.changes).toEqual(['3 s: 1000', '16 s: 250'])
  })

  it('returns on a machine where every other answer takes long to be made', () => {
    const link = new ScriptedLink().answers(600, 3)
    for (let count = 0; count < 10; count++) link.answers(900, 1).answers(20, 1)
    expect(link.changes).toEqual(['3 s: 1000', '16 s: 100'])
  })

  it('stays where answers are just short enough for a shorter interval', () => {
    expect(new ScriptedLink().answers(600, 3).answers(200, 600).changes).toEqual(['3 s: 1000'])
  })

  it('returns later and later on a link that is full at the shorter interval', () => {
    const link = new ScriptedLink()
    for (let count = 0; count < 4; count++) {
      link.answers(800, 3)
      while (link.pace.carriedMs !== 100) link.answers(10, 1)
    }
    const waits = link.changes
      .map((change) => Number.parseInt(change, 10))
      .map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits).toEqual([3, 13, 3, 23, 3, 43, 3, 83])
  })

  it('never waits longer than ten minutes, and begins anew after a return that lasted', () => {
    const link = new ScriptedLink()
    for (let count = 0; count < 12; count++) {
      link.answers(800, 3)
      while (link.pace.carriedMs !== 100) link.answers(10, 1)
    }
    const at = (index: number): number => Number.parseInt(link.changes.at(index) ?? '', 10)
    expect(at(-1) - at(-2)).toBe(603)
    link.answers(10, 60).answers(800, 3)
    while (link.pace.carriedMs !== 100) link.answers(10, 1)
    expect(at(-1) - at(-2)).toBe(13)
  })
})
