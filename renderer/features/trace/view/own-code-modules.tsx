import { formatPercent, quantityText } from '../../../../shared/base/format.ts'
import { patternOfModule } from '../../../../shared/model/module-patterns.ts'
import { moduleSides, withModule } from '../../../../shared/model/own-code-rules.ts'
import { columnsOf, type TraceCell } from '../../../../shared/model/trace/trace-tables.ts'
import type { TraceSelection, OwnCodeRules } from '../../../../shared/model/trace/trace-selection.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { ShareBar } from '../call-tree/share-bar.tsx'
import styles from './own-code-dialog.module.css'
import { sideWords } from './own-code-words.ts'
import { useTraceView } from './trace-view.ts'
import { useAnswer } from './use-answer.ts'
import { viewLabels } from './view-labels.ts'

const labels = viewLabels.ownCodeRules
/** Others have next to no samples. */
const mostModules = 200
const columns = columnsOf('methods').map(({ id }) => id)

interface OwnCodeModulesProps {
  readonly rules: OwnCodeRules
  readonly onChange: (rules: OwnCodeRules) => void
}

/** The modules on the stacks of what is selected, the busiest first, each with its side: a click moves it to the other one. */
export function OwnCodeModules({ rules, onChange }: OwnCodeModulesProps) {
  const { target, selection } = useTraceView()
  const grouped: TraceSelection = { ...selection, transforms: [{ kind: 'group', by: 'module' }], ownCode: undefined }
  const { value, error } = useAnswer('traces.table', {
    documentId: target.documentId,
    question: { table: 'methods', selection: grouped, sortBy: 'total', isDescending: true, search: '' },
    fromRow: 0,
    rowCount: mostModules,
  })
  const sideOf = moduleSides(rules)
  const modules = (value?.rows ?? []).flatMap((row) => {
    const module = cellOf(row, 'module')
    return typeof module !== 'string' || module === '' ? [] : [{ module, percent: cellOf(row, 'total_percent') }]
  })
  return (
    <section aria-label={labels.modules}>
      <h3 className={styles.heading}>{labels.modules}</h3>
      <ul className={styles.modules}>
        {modules.map(({ module, percent }) => {
          const side = sideOf(module)
          const pattern = patternOfModule(module)
          const share = typeof percent === 'number' ? percent : 0
          return (
            <li key={module} className={styles.module}>
              <Checkbox
                className={styles.moduleName}
                isChecked={side.isMine}
                isDisabled={pattern === null}
                onChange={(isMine) => pattern !== null && onChange(withModule(rules, module, pattern, isMine))}
              >
                <MiddleEllipsis text={module} />
              </Checkbox>
              <span className={styles.side}>{sideWords(side)}</span>
              <ShareBar share={share / 100} text={quantityText(formatPercent(share))} tone="total" />
            </li>
          )
        })}
      </ul>
      {modules.length === 0 && (
        <p className={styles.note}>
          {error !== null ? labels.modulesFailed : value === null ? labels.modulesRead : labels.noModules}
        </p>
      )}
    </section>
  )
}

function cellOf(row: readonly TraceCell[], id: string): TraceCell {
  return row[columns.indexOf(id)] ?? null
}
