import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { frameworkModulePatterns } from '../../../../shared/model/module-origin.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { OwnCodeRules } from './own-code-rules.tsx'
import { TraceViewProvider } from './trace-view-provider.tsx'

beforeEach(() => resetStore())

test('every rule that is applied is shown, and Escape closes the list', async () => {
  const { user } = renderUi(
    <TraceViewProvider value={viewOf({})}>
      <OwnCodeRules hasButton />
    </TraceViewProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Rules of Just my code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rules of Just my code' })
  const shown = within(dialog)
    .getAllByRole('definition')
    .flatMap((rule) => rule.textContent.split(', '))
  expect(shown).toEqual(expect.arrayContaining(Object.values(frameworkModulePatterns).flat()))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
