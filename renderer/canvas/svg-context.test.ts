import { describe, expect, test } from 'vitest'
import { SvgContext } from './svg-context.ts'

const context = () => new SvgContext(100, 50, (text) => text.length * 6)

describe('painting into SVG', () => {
  test('writes paths, rectangles and text with the state at the time', () => {
    const svg = context()
    svg.strokeStyle = '#123456'
    svg.lineWidth = 1.5
    svg.setLineDash([4, 3])
    svg.beginPath()
    svg.moveTo(1, 2)
    svg.lineTo(3.456, 4)
    svg.stroke()
    svg.globalAlpha = 0.5
    svg.fillStyle = 'rgb(1,2,3)'
    svg.fillRect(0, 0, 10, 5)
    const text = svg.toSvg('chart')
    expect(text).toContain('<path d="M1 2L3.46 4" fill="none" stroke="#123456" stroke-width="1.5"')
    expect(text).toContain('stroke-dasharray="4 3"')
    expect(text).toContain('<rect x="0" y="0" width="10" height="5" fill="rgb(1,2,3)" opacity="0.5"/>')
  })

  test('a name with characters that XML forbids leaves a document that opens', () => {
    const svg = context()
    svg.fillText('null \u0000, escape \u001b, half a pair \ud83d, a whole one \u{1f600}, tab \t', 1, 1)
    expect(svg.toSvg('chart')).toContain(
      'null \ufffd, escape \ufffd, half a pair \ufffd, a whole one \u{1f600}, tab \t',
    )
  })

  test('names from a target cannot break out of the document', () => {
    const svg = context()
    svg.fillText('</text><script>alert("x")</script>', 1, 1)
    const text = svg.toSvg('a<b>&"c"')
    expect(text).not.toContain('<script>')
    expect(text).toContain('<title>a&lt;b&gt;&amp;&quot;c&quot;</title>')
  })

  test('save and restore bring back style, offset and clip', () => {
    const svg = context()
    svg.save()
    svg.translate(10, 20)
    svg.beginPath()
    svg.rect(0, 0, 5, 5)
    svg.clip()
    svg.fillRect(1, 1, 1, 1)
    svg.restore()
    svg.fillRect(1, 1, 1, 1)
    const text = svg.toSvg('t')
    expect(text).toContain('<clipPath id="clip0"><path d="M10 20h5v5h-5Z"/></clipPath>')
    expect(text).toContain('<rect x="11" y="21" width="1" height="1" fill="#000" clip-path="url(#clip0)"/>')
    expect(text).toContain('<rect x="1" y="1" width="1" height="1" fill="#000"/>')
  })
})
