import { expect, test } from 'vitest'
import { privacyParts } from '../../../shared/case/privacy.ts'
import { Redactor } from '../../analysis/trim/redaction/redactor.ts'
import { keyedNames } from './case-masks.ts'
import { CasePrivacy } from './case-privacy.ts'

const words = [
  { rule: 'host', word: 'web03' },
  { rule: 'user', word: 'mara' },
  { rule: 'home-folder', word: '/home/mara' },
] as const
const privacy = (parts = privacyParts as readonly (typeof privacyParts)[number][], key = 'k'): CasePrivacy =>
  new CasePrivacy({ key, parts, words })

test('names of host, user and home folder are masked wherever they stand, the same with the same mask', () => {
  const masked = privacy().text('mara on WEB03 in /home/mara/app; web03.example, remarah')
  expect(masked).toMatch(
    /^‹user-\w{10}› on ‹host-\w{10}› in ‹home-folder-\w{10}›\/app; ‹host-\w{10}›\.example, remarah$/,
  )
  expect(privacy().text('web03')).toBe(privacy().text('web03'))
  expect(privacy(undefined, 'other').text('web03')).not.toBe(privacy().text('web03'))
})

test.each([
  [{ rule: 'home-folder', word: '/srv/people/mara' }, 'opened /srv/people/mara/app.db', 'opened ‹home-folder›/app.db'],
  [{ rule: 'user', word: 'Özlem' }, 'by Özlem, ÖZLEM', 'by ‹user›, ‹user›'],
  [{ rule: 'host', word: 'web03' }, 'web03-db, xweb03', '‹host›-db, xweb03'],
] as const)('a name is masked alike in texts and in traces: %o', (word, text, expected) => {
  const one = new CasePrivacy({ key: 'k', parts: privacyParts, words: [word] })
  const named = /-[\da-f]{10}›/g
  expect(one.text(text).replaceAll(named, '›')).toBe(expected)
  const inTrace = new Redactor(one.traceChoice!, keyedNames('k'))
  expect(inTrace.text({ provider: 'Shop', event: 'Opened', field: 'Message' }, text)).toBe(one.text(text))
})

test('secrets are always masked', () => {
  const none = privacy([])
  expect(none.text('Server=db;User Id=sa;Password=hunter2')).not.toContain('hunter2')
  expect(none.commandLine('app --db-password hunter2 --urls http://+:80')).toMatch(
    /^app --db-password ‹command-line-\w{10}› --urls http/,
  )
  expect(none.text('mara on web03')).toBe('mara on web03')
})

test('versions in JSON are no addresses, short names of hosts are masked in their own field', () => {
  const masked = privacy().value({ assemblyVersion: '10.0.0.0', hostName: 'vm', list: ['from 10.1.2.3'] })
  expect(masked).toMatchObject({ assemblyVersion: '10.0.0.0', hostName: expect.stringMatching(/^‹host-/) as string })
  expect(JSON.stringify(masked)).not.toContain('10.1.2.3')
})

test('masked text is counted by rule', () => {
  const one = privacy()
  one.text('web03 and web03')
  one.add([{ rule: 'host', count: 3, distinctCount: 1 }])
  expect(one.counts()).toEqual([{ rule: 'host', count: 5, distinctCount: 1 }])
})
