import { dialog } from 'electron'
import { err, ok } from '../../../shared/base/result.ts'
import type { RuleService } from '../../diagnostics/rules/rule-service.ts'
import { readSharedRule } from '../../diagnostics/rules/rule-service.ts'
import { cleanName } from '../../diagnostics/recordings/recording-files.ts'
import { readForeignText } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhatToOpen, askWhereToSave } from '../dialogs.ts'
import type { Handlers } from '../request-context.ts'
import { saveTo } from './file-handlers.ts'

type RuleChannels = Extract<keyof Handlers, `rules.${string}`>

const ruleFiles = [{ name: 'Pipescope rules', extensions: ['json'] }]
const recordings = [{ name: 'Recordings and counter files', extensions: ['nettrace', 'csv', 'json'] }]
/** A rule is a page of text; more is something else. */
const maxRuleBytes = 256 * 1024

export interface RuleHandlerParts {
  readonly rules: RuleService
  readonly grants: PathGrants
}

export function ruleHandlers({ rules, grants }: RuleHandlerParts): Pick<Handlers, RuleChannels> {
  return {
    'rules.save': (request) => rules.save(request),
    'rules.arm': ({ id }) => rules.arm(id),
    'rules.disarm': ({ id }) => rules.disarm(id),
    'rules.remove': ({ id }) => rules.remove(id),
    'rules.restore': ({ id }) => rules.restore(id),
    'rules.dryRun': (request) => rules.dryRun(request),
    'rules.keepInBackground': ({ isKept }) => rules.keepInBackground(isKept),
    'rules.startAtLogin': ({ starts }) => rules.startAtLogin(starts),
    'rules.import': async (_request, { page }) => {
      const chosen = await askWhatToOpen(page.window, ruleFiles)
      if (chosen === null) return ok(null)
      const text = await readForeignText(chosen, maxRuleBytes)
      if (!text.ok && text.error.kind === 'too-large')
        return err({ kind: 'malformed', what: 'rule file', offset: 0, expected: 'at most 256 KiB', found: 'more' })
      if (!text.ok) return err(asIoError(text.error, chosen))
      const rule = readSharedRule(chosen, text.value)
      return rule.ok ? rules.save({ id: null, rule: rule.value }) : rule
    },
    'rules.export': async ({ id }, { page }) => {
      const rule = rules.ruleOf(id)
      if (rule === null) return err({ kind: 'not-found', what: 'rule' })
      const chosen = await askWhereToSave(page.window, `${cleanName(rule.name)}.rule.json`, ruleFiles)
      if (chosen === null) return ok(null)
      const written = await saveTo(chosen, `${JSON.stringify(rule, null, 2)}\n`)
      return written.ok ? ok({ path: chosen }) : written
    },
    'rules.chooseProgram': async (_request, { page }) => {
      const answer = await dialog.showOpenDialog(page.window, { properties: ['openFile'], buttonLabel: 'Choose' })
      const path = answer.canceled ? undefined : answer.filePaths[0]
      return ok(path === undefined ? null : { path })
    },
    'rules.chooseRecording': async (_request, { page }) => {
      const path = await askWhatToOpen(page.window, recordings)
      if (path === null) return ok(null)
      grants.add(path)
      return ok({ path })
    },
  }
}
