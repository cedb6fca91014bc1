import { CircleAlert, CircleCheck, CircleDashed, CircleX, Copy, LoaderCircle, Plug, Trash2, Unplug } from 'lucide-react'
import { formatDuration, quantityText } from '../../../shared/base/format.ts'
import type { Machine, MachineHopResult } from '../../../shared/model/machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { useCopyText } from '../../ui/text/copy.ts'
import { commands } from '../../commands/registry.ts'
import { LeftDumps } from './left-dumps.tsx'
import { connect, disconnect, remove } from './machine-commands.ts'
import { faultWords, hopNames, hopText, linkFacts } from './machine-words.ts'
import styles from './connections.module.css'
import { connectionLabels } from './connection-labels.ts'
import { TableHead } from '../../ui/layout/table-head.tsx'

const hopIcons: Readonly<Record<MachineHopResult['state'], LucideIcon>> = {
  passed: CircleCheck,
  failed: CircleX,
  running: LoaderCircle,
  'not-tested': CircleDashed,
}

/** One machine: what can be done, how far the connection came, and what to change where it failed. */
export function MachineDetail({ machine }: { readonly machine: Machine }) {
  const { id, name, state, fault } = machine
  const isUp = state === 'connected' || state === 'connecting'
  const facts = [machine.hostName, ...linkFacts(machine)].filter((fact) => fact !== null)
  return (
    <section className={styles.detail} aria-label={connectionLabels.machineDetail.connectionTo(name)}>
      <header className={styles.detailHead}>
        <h2 className={cx(styles.detailTitle, 'ellipsis')} title={name}>
          {connectionLabels.machineDetail.connectionTo(name)}
        </h2>
        <span className="muted">{facts.join(' · ')}</span>
        <span className="grow" />
        {machine.source === 'added' && !isUp && (
          <Button kind="quiet" icon={Trash2} onClick={() => remove(id, name)}>
            {connectionLabels.machineDetail.remove}
          </Button>
        )}
        {state === 'connected' && (
          <Button onClick={() => commands.run('app.processes')}>{connectionLabels.machineDetail.showProcesses}</Button>
        )}
        {isUp ? (
          <Button icon={Unplug} onClick={() => disconnect(id, name)}>
            {state === 'connecting' ? connectionLabels.machineDetail.cancel : connectionLabels.machineDetail.disconnect}
          </Button>
        ) : (
          <Button kind="primary" icon={Plug} onClick={() => connect(id, name)}>
            {fault === null ? connectionLabels.machineDetail.connect : connectionLabels.machineDetail.connectAgain}
          </Button>
        )}
      </header>
      {state === 'connected' && <LeftDumps machine={machine} />}
      <div className={styles.columns}>
        <PlainTable label={connectionLabels.machineDetail.steps} className={styles.steps}>
          <table>
            <TableHead
              columns={[
                connectionLabels.machineDetail.step,
                connectionLabels.machineDetail.result,
                { label: connectionLabels.machineDetail.time, className: styles.number },
              ]}
            />
            <tbody>
              {machine.hops.map((hop) => (
                <tr key={hop.hop} data-state={hop.state} data-hop={hop.hop}>
                  <td>
                    <span className={styles.hop}>
                      <Icon icon={hopIcons[hop.state]} size={16} />
                      {hopNames[hop.hop]}
                    </span>
                  </td>
                  <td className={hop.state === 'not-tested' ? 'muted' : undefined}>{hopText(hop, machine)}</td>
                  <td className={cx(styles.number, 'muted')}>
                    {hop.tookMs === null ? '' : quantityText(formatDuration(hop.tookMs))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </PlainTable>
        {fault === null ? <Promise /> : <Fault machine={machine} fault={fault} />}
      </div>
    </section>
  )
}

function Fault({ machine, fault }: { readonly machine: Machine; readonly fault: NonNullable<Machine['fault']> }) {
  const copyText = useCopyText()
  const { title, why, next, line } = faultWords(fault, machine.name)
  return (
    <div className={styles.side} role="status">
      <h3 className={styles.faultTitle}>
        <Icon icon={CircleAlert} size={16} />
        {title}
      </h3>
      <p>{why}</p>
      <p>{next}</p>
      {line !== null && (
        <div className={styles.code}>
          <pre className="mono">{line}</pre>
          <Button size="small" icon={Copy} onClick={() => copyText(line, connectionLabels.machineDetail.copied)}>
            {connectionLabels.machineDetail.copy}
          </Button>
        </div>
      )}
      {fault.said !== null && (
        <>
          <h4 className={styles.said}>{connectionLabels.machineDetail.sshOutput}</h4>
          <pre className={cx(styles.saidText, 'mono')}>{fault.said}</pre>
        </>
      )}
    </div>
  )
}

function Promise() {
  return (
    <div className={cx(styles.side, 'muted')}>
      <p>{connectionLabels.machineDetail.explanation}</p>
      <p>{connectionLabels.machineDetail.whatWorks}</p>
    </div>
  )
}
