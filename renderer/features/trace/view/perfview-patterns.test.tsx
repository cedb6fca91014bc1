import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { wholeTrace, type TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { PerfViewPatterns } from './perfview-patterns.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

beforeEach(() => resetStore())

function open(selection: TraceSelection = wholeTrace) {
  const selected: TraceSelection[] = []
  const { user } = renderUi(
    <TraceViewProvider value={viewOf({ selection, select: (next) => selected.push(next) })}>
      <PerfViewPatterns />
    </TraceViewProvider>,
  )
  return { user, selected }
}

test('patterns are typed as in PerfView and applied with Enter', async () => {
  const { user, selected } = open()
  await user.click(screen.getByRole('button', { name: 'PerfView patterns' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'PerfView patterns' }))
  await user.type(dialog.getByRole('textbox', { name: 'FoldPats' }), 'Json;^Sql{Enter}')
  expect(selected.at(-1)?.transforms).toEqual([
    { kind: 'patterns', group: '', fold: 'Json;^Sql', include: '', exclude: '' },
  ])
})

test('an invalid expression is reported at its field, and nothing is applied', async () => {
  const { user, selected } = open()
  await user.click(screen.getByRole('button', { name: 'PerfView patterns' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'PerfView patterns' }))
  await user.type(dialog.getByRole('textbox', { name: 'IncPats' }), '@({Enter}')
  await dialog.findByText(/^@\( isn’t a regular expression/)
  expect(selected).toEqual([])
})

test('empty fields take the patterns away and leave the other transforms', async () => {
  const patterns = { kind: 'patterns', group: '', fold: 'Json', include: '', exclude: '' } as const
  const { user, selected } = open({ ...wholeTrace, transforms: [patterns, { kind: 'own-code' }] })
  await user.click(screen.getByRole('button', { name: 'PerfView patterns' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'PerfView patterns' }))
  await user.clear(dialog.getByRole('textbox', { name: 'FoldPats' }))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(selected.at(-1)?.transforms).toEqual([{ kind: 'own-code' }])
})
