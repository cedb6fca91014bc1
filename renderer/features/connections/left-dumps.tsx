import { Download, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes, formatDateTime, quantityText } from '../../../shared/base/format.ts'
import type { LeftDump } from '../../../shared/model/dump.ts'
import type { Machine } from '../../../shared/model/machine.ts'
import { appStore, useApp, type AppState } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { TableHead } from '../../ui/layout/table-head.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { cx } from '../../ui/class-names.ts'
import { connectionLabels } from './connection-labels.ts'
import { fetchLeft, loadLeft, removeLeft } from './machine-commands.ts'
import styles from './connections.module.css'

const words = connectionLabels.leftDumps

/** Dumps that were written on this machine, also by an earlier run: they hold memory of its processes until somebody removes them. */
export function LeftDumps({ machine: { id, name } }: { readonly machine: Machine }) {
  const [dumps, setDumps] = useState<readonly LeftDump[]>([])
  const display = useApp(({ settings }) => settings.timeDisplay)
  const load = () => loadLeft(id, setDumps)
  useEffect(() => {
    loadLeft(id, setDumps)
    // Again when dumps and fetches, of whichever window, have changed what is there.
    return appStore.subscribe((state, before) => {
      if (farJobs(state) !== farJobs(before)) loadLeft(id, setDumps)
    })
  }, [id])
  if (dumps.length === 0) return null
  return (
    <section className={styles.left} aria-label={words.title(name)}>
      <h3 className={styles.leftTitle}>{words.title(name)}</h3>
      <p className="muted">{words.explanation}</p>
      <PlainTable label={words.list} className={cx(styles.steps, styles.leftTable)}>
        <table>
          <TableHead
            columns={[
              words.file,
              words.process,
              words.taken,
              { label: words.size, className: styles.number },
              { label: words.actions, className: styles.number, isHidden: true },
            ]}
          />
          <tbody>
            {dumps.map((dump) => (
              <tr key={dump.jobId}>
                <td>
                  <MiddleEllipsis text={dump.path} />
                </td>
                <td>{words.processAndPid(dump.processName, String(dump.pid))}</td>
                <td className="tabular">{formatDateTime(dump.startedMs, display)}</td>
                <td className={cx(styles.number, dump.sizeBytes === null && 'muted')}>
                  {dump.sizeBytes === null ? words.notSeen : quantityText(formatBytes(dump.sizeBytes))}
                  {dump.partBytes > 0 && dump.fetchJobId === null && (
                    <div className="muted">{words.partHere(quantityText(formatBytes(dump.partBytes)))}</div>
                  )}
                </td>
                <td className={styles.number}>
                  {dump.fetchJobId === null ? (
                    <span className={styles.leftActions}>
                      <Button size="small" icon={Download} onClick={() => fetchLeft(dump.jobId, load)}>
                        {dump.partBytes > 0 ? words.continueFetching : dump.isFetched ? words.fetchAgain : words.fetch}
                      </Button>
                      <Button size="small" icon={Trash2} onClick={() => removeLeft(dump.jobId, name, load)}>
                        {words.remove}
                      </Button>
                    </span>
                  ) : (
                    words.fetching
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </PlainTable>
    </section>
  )
}

function farJobs({ mainJobs }: AppState): string {
  const far = mainJobs.filter(({ kind }) => kind === 'dump' || kind === 'fetch')
  return far.map(({ id, state }) => `${id} ${state}`).join()
}
