import { formatCount } from '../../../../shared/base/format.ts'
import type { TraceOverview } from '../../../../shared/model/trace/trace-overview.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { correctedCount, shareWords, systemCpuWords } from '../trace-words.ts'
import { isStillGrowing, summaryOf, useTraceContents } from '../view/trace-view.ts'
import { OverviewPane } from './overview-pane.tsx'
import styles from './overview.module.css'
import { overviewLabels } from './overview-labels.ts'

/** What the recording cannot tell, and what that means. */
export function MissingPane({ overview }: { readonly overview: TraceOverview }) {
  const summary = useTraceContents(summaryOf)
  const isGrowing = useTraceContents(isStillGrowing)
  return (
    <OverviewPane title={overviewLabels.missingPane.whatsUnknown} tab="info" tabLabel={overviewLabels.missingPane.info}>
      <dl className={styles.facts}>
        {facts(summary, overview, isGrowing).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{overviewLabels.missingPane.wallClock}</p>
    </OverviewPane>
  )
}

type Fact = readonly [name: string, text: string]

function facts(summary: TraceSummary, { samples, logs }: TraceOverview, isGrowing: boolean): readonly Fact[] {
  const { lostCount, eventCount, names, isComplete } = summary
  const all = Object.values(samples).reduce((sum, count) => sum + count, 0)
  const lost: Fact = [
    overviewLabels.missingPane.lostEvents,
    lostCount === 0
      ? overviewLabels.missingPane.none
      : `${formatCount(lostCount)}, ${shareWords(lostCount, lostCount + eventCount)}`,
  ]
  const native: readonly Fact[] =
    samples.unknown === 0 ? [] : [[overviewLabels.missingPane.nativeCodeRunningOr, shareWords(samples.unknown, all)]]
  const corrected = correctedCount(summary.sampleRules)
  const reclassified: readonly Fact[] =
    corrected === 0 ? [] : [[overviewLabels.missingPane.samplesReclassified, formatCount(corrected)]]
  const cpu: Fact = [overviewLabels.missingPane.cpuByTheSystem, systemCpuWords(summary.systemCpu)]
  const symbols: readonly Fact[] =
    names.frameCount === 0
      ? []
      : [
          [
            overviewLabels.missingPane.framesWithoutAName,
            shareWords(names.frameCount - names.namedFrameCount, names.frameCount),
          ],
        ]
  const logged: Fact = [
    overviewLabels.missingPane.warningsAndErrorsLogged,
    logs === null
      ? overviewLabels.missingPane.notRecorded
      : overviewLabels.missingPane.warningsAndErrors(formatCount(logs.warnings), formatCount(logs.errors)),
  ]
  return [
    lost,
    ...native,
    ...reclassified,
    cpu,
    ...symbols,
    logged,
    [
      overviewLabels.missingPane.endOfTheRecording,
      isComplete
        ? overviewLabels.missingPane.complete
        : isGrowing
          ? overviewLabels.missingPane.notReached
          : overviewLabels.missingPane.missing,
    ],
  ]
}
