import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { frameworkModulePatterns } from '../../../../shared/model/module-origin.ts'
import { wholeTrace, type TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { appStore } from '../../../store/create-store.ts'
import { defaultSettings } from '../../../../shared/model/settings.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { OwnCodeRulesButton } from './own-code-rules.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

beforeEach(() => resetStore())

const rowOf = (module: string, percent: number) => [module, module, 1, percent, 1, percent, module]
const table = {
  allRowCount: 3,
  rowCount: 3,
  rows: [
    rowOf('Contoso.Orders', 90),
    rowOf('Newtonsoft.Json', 42.25),
    rowOf('System.Private.CoreLib', 8),
    rowOf('', 1),
  ],
  hasSecrets: false,
}
const switchedOn: TraceSelection = { ...wholeTrace, transforms: [{ kind: 'own-code' }] }

async function open(selection: TraceSelection = wholeTrace) {
  const bridge = installFakeBridge({ 'traces.table': () => table })
  const selected: TraceSelection[] = []
  const { user } = renderUi(
    <TraceViewProvider value={viewOf({ selection, select: (next) => selected.push(next) })}>
      <OwnCodeRulesButton hasButton />
    </TraceViewProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Rules of Just my code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rules of Just my code' }))
  return { user, selected, bridge, dialog }
}

const textOf = (field: HTMLElement) => (field as HTMLInputElement).value

describe('rules of just my code', () => {
  test('that come with .NET are all shown, and Escape closes the dialog', async () => {
    const { user, dialog } = await open()
    const shown = dialog.getAllByRole('definition', { hidden: true }).flatMap((rule) => rule.textContent.split('; '))
    expect(shown).toEqual(expect.arrayContaining(Object.values(frameworkModulePatterns).flat()))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that are typed apply to the selection, turn the transform on and are kept', async () => {
    const { user, selected, bridge, dialog } = await open()
    await user.type(dialog.getByRole('textbox', { name: 'Not my code' }), 'Newtonsoft.Json; Contoso.Log*')
    await user.type(dialog.getByRole('textbox', { name: 'Always my code' }), 'Microsoft.Contoso.*{Enter}')
    const ownCode = { mine: ['Microsoft.Contoso.*'], notMine: ['Newtonsoft.Json', 'Contoso.Log*'] }
    expect(selected).toEqual([{ ...switchedOn, ownCode }])
    expect(bridge.requestsOf('settings.update')).toEqual([{ ownCode }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('leave the other transforms where they are', async () => {
    const { user, selected, dialog } = await open({
      ...wholeTrace,
      transforms: [{ kind: 'fold-recursion' }, { kind: 'own-code' }],
    })
    await user.type(dialog.getByRole('textbox', { name: 'Not my code' }), 'A')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(selected.at(-1)?.transforms).toEqual([{ kind: 'fold-recursion' }, { kind: 'own-code' }])
  })

  test.each([
    ['lib/Contoso', 'lib/Contoso is a path; enter the file name alone'],
    ['Contoso.dll', 'Contoso.dll has an extension; leave it out'],
    ['Contoso!Main', 'Contoso!Main has a character that module names can’t have: | ? ! "'],
    ['x'.repeat(201), 'A pattern can have 200 characters'],
    [Array.from({ length: 101 }, (_, at) => `A${String(at)}`).join(';'), 'A list can have 100 patterns'],
  ])('are refused at their field: %s', async (text, problem) => {
    const { user, selected, dialog } = await open()
    const field = dialog.getByRole('textbox', { name: 'Always my code' })
    await user.click(field)
    await user.paste(text)
    expect((await dialog.findByRole('alert')).textContent).toBe(problem)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.keyboard('{Enter}')
    expect(selected).toEqual([])
    expect(dialog.getByRole('button', { name: 'Apply and turn on' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('are reset, and none are carried by the selection', async () => {
    const ownCode = { mine: [], notMine: ['Newtonsoft.Json'] }
    appStore.getState().receiveSettings({ ...defaultSettings, ownCode })
    const { user, selected, bridge, dialog } = await open({ ...switchedOn, ownCode })
    const field = dialog.getByRole('textbox', { name: 'Not my code' })
    expect(textOf(field)).toBe('Newtonsoft.Json')
    await user.click(dialog.getByRole('button', { name: 'Reset to defaults' }))
    expect(textOf(field)).toBe('')
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(selected).toEqual([{ ...switchedOn, ownCode: undefined }])
    expect(bridge.requestsOf('settings.update')).toEqual([{ ownCode: { mine: [], notMine: [] } }])
  })

  test('of somebody else’s view do not replace one’s own unless that is asked for', async () => {
    appStore.getState().receiveSettings({ ...defaultSettings, ownCode: { mine: ['Mine'], notMine: [] } })
    const { user, selected, bridge, dialog } = await open({ ...switchedOn, ownCode: { mine: [], notMine: ['Theirs'] } })
    await user.type(dialog.getByRole('textbox', { name: 'Not my code' }), '; More{Enter}')
    expect(selected.at(-1)?.ownCode).toEqual({ mine: [], notMine: ['Theirs', 'More'] })
    expect(bridge.requestsOf('settings.update')).toEqual([])
  })

  test('of one’s own take the place of those of a view', async () => {
    appStore.getState().receiveSettings({ ...defaultSettings, ownCode: { mine: ['Mine'], notMine: [] } })
    const { user, selected, dialog } = await open({ ...switchedOn, ownCode: { mine: [], notMine: ['Theirs'] } })
    await user.click(dialog.getByRole('button', { name: 'Use saved rules' }))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(selected.at(-1)?.ownCode).toEqual({ mine: ['Mine'], notMine: [] })
  })
})

describe('modules of the selection', () => {
  test('are listed with their share, their side and why', async () => {
    const { bridge, dialog } = await open({ ...switchedOn, threads: [7] })
    const list = within(dialog.getByRole('region', { name: /^Modules in the selection/ }))
    const rows = await list.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Contoso\.Orders.*90\.0%$/),
      expect.stringMatching(/^Newtonsoft\.Json.*42\.\d%$/),
      expect.stringMatching(/^System\.Private\.CoreLib.*Comes with \.NET8\.0%$/),
    ])
    const isMine = (name: string) => list.getByRole('checkbox', { name }).getAttribute('aria-checked')
    expect(['Contoso.Orders', 'Newtonsoft.Json', 'System.Private.CoreLib'].map(isMine)).toEqual([
      'true',
      'true',
      'false',
    ])
    expect(bridge.requestsOf('traces.table').at(-1)).toMatchObject({
      question: { selection: { threads: [7], transforms: [{ kind: 'group', by: 'module' }] }, sortBy: 'total' },
    })
  })

  test('go to the other side and back with a key', async () => {
    const { user, dialog } = await open()
    const box = await dialog.findByRole('checkbox', { name: 'Newtonsoft.Json' })
    box.focus()
    await user.keyboard(' ')
    expect(textOf(dialog.getByRole('textbox', { name: 'Not my code' }))).toBe('Newtonsoft.Json')
    expect(dialog.getByText('Rule Newtonsoft.Json')).toBeTruthy()
    await user.keyboard(' ')
    expect(textOf(dialog.getByRole('textbox', { name: 'Not my code' }))).toBe('')
    dialog.getByRole('checkbox', { name: 'System.Private.CoreLib' }).focus()
    await user.keyboard(' ')
    expect(textOf(dialog.getByRole('textbox', { name: 'Always my code' }))).toBe('System.Private.CoreLib')
  })

  test('that cannot be read say so', async () => {
    const { user } = renderUi(
      <TraceViewProvider value={viewOf({})}>
        <OwnCodeRulesButton hasButton />
      </TraceViewProvider>,
    )
    installFakeBridge()
    await user.click(screen.getByRole('button', { name: 'Rules of Just my code' }))
    expect(await screen.findByText('Couldn’t read the modules of the recording.')).toBeTruthy()
  })
})
