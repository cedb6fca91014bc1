import { countOf } from '../../../../shared/base/count-of.ts'
import { evidence } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'

const errorLevel = 4
/** A single failure is for its own log; ten are worth a look beside whatever else is slow. */
const leastErrors = 10
const mostRows = 5

export const loggedErrors: FindingRule = {
  id: 'logged-errors',
  name: 'Logged errors',
  title: 'Errors are logged',
  judge({ parts: { logs }, isIn }) {
    if (logs.count === 0) return notJudged('log messages', 'logs')
    const categories = new Map<string, number>()
    let count = 0
    let messageCount = 0
    for (let row = 0; row < logs.count; row++) {
      if (!isIn(logs.ticks.at(row), logs.threadIndex.at(row))) continue
      messageCount++
      if (logs.level.at(row) < errorLevel) continue
      count++
      const category = logs.texts.text(logs.loggerText.at(row))
      categories.set(category, (categories.get(category) ?? 0) + 1)
    }
    const measured = `${countOf(count, 'error', 'errors')} in ${countOf(messageCount, 'log message', 'log messages')}`
    if (count < leastErrors) return passed(measured)
    const rows = [...categories].toSorted((a, b) => b[1] - a[1]).slice(0, mostRows)
    return {
      kind: 'found',
      summary: `${measured}, most of them from ${rows[0]?.[0] ?? ''}.`,
      confidence: 'medium',
      evidence: rows.map(([category, errors]) =>
        evidence('logs', category, {
          text: `${category}: ${countOf(errors, 'error', 'errors')}`,
          count: errors,
          type: category,
        }),
      ),
      nextStep: 'Read them in Logs, and look at what else happened at the same time.',
    }
  },
}
