import { describe, expect, it } from 'vitest'
import { specOf } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { checkCollectRequest } from '../../protocol/collect-request.ts'
import { collectRequest, hasSamples, namesOnly } from './collect.ts'

const counters = (name: string, interval: string) =>
  provider(name, 0n, 4, { arguments: [['EventCounterIntervalSec', interval]] })

const spec = specOf(
  [
    counters('System.Runtime', '0.2'),
    provider('P', 0xffff_ffff_ffff_ffffn, 5, { eventFilter: { mode: 'allow', ids: [1, 2] } }),
  ],
  { rundown: '0x18', whenFull: 'block' },
)

describe('the session of a recording', () => {
  it('requests what the spec says, and never anything harmful', () => {
    const request = collectRequest(spec, '10.0.1')
    expect(request).toMatchObject({
      bufferMB: 256,
      rundown: 0x18n,
      whenFull: 'block',
      providers: [
        { arguments: 'EventCounterIntervalSec=0.2' },
        { keywords: 0xffff_ffff_ffff_ffffn, eventFilter: { mode: 'allow', ids: [1, 2] } },
      ],
    })
    expect(checkCollectRequest(request).ok).toBe(true)
    expect(checkCollectRequest(namesOnly).ok).toBe(true)
  })

  it.each([['3.1'], [null]])('asks %s, which may be .NET Core 3, for no counters beside anything else', (version) => {
    expect(collectRequest(spec, version).providers.map(({ name }) => name)).toEqual(['P'])
  })

  it.each([['3.1'], [null]])('asks %s for counters of one source alone, once a second at most', (version) => {
    const alone = specOf([counters('System.Runtime', '0.2'), counters('Mine', '5')])
    expect(collectRequest(alone, version).providers).toMatchObject([
      { name: 'System.Runtime', arguments: 'EventCounterIntervalSec=1' },
    ])
    expect(collectRequest(specOf([counters('Mine', '5')]), version).providers).toMatchObject([
      { name: 'Mine', arguments: 'EventCounterIntervalSec=5' },
    ])
  })

  it('knows whether there will be samples', () => {
    expect(hasSamples(spec)).toBe(false)
    expect(hasSamples(specOf([provider('microsoft-dotnetcore-sampleprofiler', 0n, 4)]))).toBe(true)
  })
})
