import { Copy, CornerUpRight, Ellipsis, EyeOff, Focus, List } from 'lucide-react'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceFrameFacts, TraceFrameRow } from '../../../../shared/model/trace/trace-frame-facts.ts'
import type { TraceFrame } from '../../../../shared/model/trace/trace-selection.ts'
import { copyText } from '../../../commands/page-actions.ts'
import { colourGroup, flameColours } from '../../../canvas/flame/flame-colours.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { MiddleEllipsis } from '../../../ui/text/middle-ellipsis.tsx'
import { ValueText } from '../../../ui/text/value.tsx'
import { useFlameTheme } from '../../../ui/use-flame-theme.ts'
import { shareWords } from '../trace-words.ts'
import { useFrameEntries } from '../view/frame-entries.ts'
import { frameName } from '../view/selection-words.ts'
import { useTraceView } from '../view/trace-view.ts'
import { useWeightWords } from '../view/weight-words.ts'
import styles from './frame-inspector.module.css'
import { type FrameRow, FrameRows, Part } from './frame-rows.tsx'
import { FrameSource } from './frame-source.tsx'
import { FrameTimeLine } from './frame-time-line.tsx'
import { argumentsOf, codeWords, placesWords, ruleWords, stackText, versionOf, wholeWords } from './frame-words.ts'
import { inspectorLabels } from './inspector-labels.ts'

interface FrameCardProps {
  readonly frame: TraceFrame
  readonly facts: TraceFrameFacts
}

/** What is known of a function, wherever it stands in the stacks of the selection. */
export function FrameCard({ frame, facts }: FrameCardProps) {
  const { imported, selection, select, pickFrame, goTo } = useTraceView()
  const { total, self, callers, callees, threads, intervalMs } = facts
  const toCallers = () => goTo({ tab: 'callers' })
  const frameRow = (row: TraceFrameRow): FrameRow => ({
    key: `${row.module}!${row.method}`,
    name: row.name,
    hint: row.method,
    samples: row.samples,
    onPick: () => pickFrame({ method: row.method, module: row.module, name: row.name }),
  })
  const selfRow = { key: 'self', name: inspectorLabels.card.self, hint: inspectorLabels.card.selfHint, samples: self }
  return (
    <>
      <FrameHead frame={frame} facts={facts} />
      {total === 0 ? (
        <p className={styles.nothing}>{inspectorLabels.card.noSamplesWithFunction}</p>
      ) : (
        <>
          {imported?.hasTimes !== false && <FrameTimeLine when={facts.when} name={frameName(frame)} />}
          <FrameRows
            title={inspectorLabels.card.callers}
            rows={callers.rows.map(frameRow)}
            count={callers.count}
            onAll={toCallers}
            {...{ total, intervalMs }}
            empty={inspectorLabels.card.noCallers}
          />
          <FrameRows
            title={inspectorLabels.card.callees}
            rows={[...callees.rows.map(frameRow), ...(self > 0 ? [{ ...selfRow, onPick: null }] : [])]}
            count={callees.count}
            onAll={toCallers}
            {...{ total, intervalMs }}
            empty={inspectorLabels.card.noCallees}
          />
          <FrameRows
            title={inspectorLabels.card.threads}
            rows={threads.rows.map(({ id, name, samples }) => ({
              key: String(id),
              name: name === '' ? String(id) : `${name} ${String(id)}`,
              hint: inspectorLabels.card.selectOnlyThread(String(id)),
              samples,
              onPick: () => select({ ...selection, threads: [id] }),
            }))}
            count={threads.count}
            onAll={null}
            {...{ total, intervalMs }}
            empty=""
          />
        </>
      )}
      {imported === null && <Rules rules={facts.rules} />}
      {imported === null && <FrameSource frame={frame} facts={facts} />}
      <CodeFacts frame={frame} facts={facts} />
      <FrameActions frame={frame} facts={facts} />
    </>
  )
}

function FrameHead({ frame, facts }: FrameCardProps) {
  const { selection, imported } = useTraceView()
  const words = useWeightWords()
  const { total, self, sampleCount, intervalMs } = facts
  const { palette } = useFlameTheme()
  const { fill, edge } = flameColours(palette, facts.origin, colourGroup('module', frame), 0)
  const figure = (label: string, samples: number) => (
    <div className={styles.total}>
      <dt>{label}</dt>
      <dd>
        <strong>
          <ValueText text={words.time(samples, intervalMs)} />
        </strong>
        <span>{`${shareWords(samples, sampleCount)} ${wholeWords(selection, imported !== null)}`}</span>
      </dd>
    </div>
  )
  const percent = (samples: number) => `${String(sampleCount === 0 ? 0 : (samples / sampleCount) * 100)}%`
  return (
    <div className={styles.head}>
      <h3 className={styles.method} title={frame.method} aria-label={frameName(frame)}>
        <Breakable text={frameName(frame)} />
      </h3>
      {frame.module !== '' && (
        <span className={styles.module}>
          <span className={styles.swatch} style={{ background: fill, borderColor: edge }} aria-hidden />
          <MiddleEllipsis text={frame.module} />
        </span>
      )}
      <dl className={styles.totals} title={words.hint(intervalMs)}>
        {figure(inspectorLabels.card.total, total)}
        {figure(inspectorLabels.card.self, self)}
      </dl>
      <div className={styles.shares} aria-hidden>
        <span className={styles.selfShare} style={{ width: percent(self) }} />
        <span className={styles.totalShare} style={{ width: percent(total - self) }} />
      </div>
      <span className={styles.note}>{`${words.nature}, ${placesWords(facts, words.text)}`}</span>
    </div>
  )
}

/** Rules that are named; the others have few samples. */
const shownRules = 4

/** What the threads were doing in it, and how that is known. */
function Rules({ rules }: Pick<TraceFrameFacts, 'rules'>) {
  if (rules.length === 0) return null
  const all = rules.reduce((sum, { count }) => sum + count, 0)
  return (
    <Part title={inspectorLabels.card.samplesByClass}>
      <ul aria-label={inspectorLabels.card.samplesByClass} className={styles.rules}>
        {rules.slice(0, shownRules).map((rule) => {
          const { title, reason } = ruleWords(rule, all)
          return (
            <li key={rule.rule}>
              <span className="tabular">{title}</span>
              <span className={styles.note}>{reason}</span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function CodeFacts({ frame, facts }: FrameCardProps) {
  const { code, compileMs, modulePath } = facts
  const signature = argumentsOf(frame)
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [inspectorLabels.card.compiled, code.map(codeWords)],
    [inspectorLabels.card.compileTime, compileMs === null ? [] : [quantityText(formatDuration(compileMs))]],
    [inspectorLabels.card.arguments, signature === null ? [] : [signature]],
    [inspectorLabels.card.version, [versionOf(modulePath) ?? '']],
    [inspectorLabels.card.file, [modulePath]],
  ]
  return (
    <dl className={styles.facts}>
      {lines.map(([name, values]) => {
        const shown = values.filter((value) => value !== '')
        if (shown.length === 0) return null
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {shown.map((value) => (
                <MiddleEllipsis key={value} text={value} />
              ))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function FrameActions({ frame, facts: { stack } }: FrameCardProps) {
  const { addTransform, goTo, showRows, selection, imported } = useTraceView()
  const entriesOf = useFrameEntries()
  return (
    <div className={styles.actions}>
      <Button size="small" icon={Focus} onClick={() => addTransform({ kind: 'focus', frame })}>
        {inspectorLabels.card.focus}
      </Button>
      <Button size="small" icon={CornerUpRight} onClick={() => goTo({ tab: 'callers' })}>
        {inspectorLabels.card.callersAndCallees}
      </Button>
      <Button
        size="small"
        icon={Copy}
        disabled={stack.length === 0}
        title={inspectorLabels.card.copyStackHint}
        onClick={() => copyText(stackText(stack), inspectorLabels.card.stackCopied)}
      >
        {inspectorLabels.card.copyStack}
      </Button>
      <Button size="small" icon={EyeOff} onClick={() => addTransform({ kind: 'hide', frame })}>
        {inspectorLabels.card.hide}
      </Button>
      {imported === null && (
        <Button
          size="small"
          icon={List}
          title={inspectorLabels.card.openInEventsHint}
          onClick={() => showRows('events', '', selection.range)}
        >
          {inspectorLabels.card.openInEvents}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={inspectorLabels.card.moreForThisFunction} size="small" />}
        entries={entriesOf(frame)}
      />
    </div>
  )
}
