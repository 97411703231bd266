const boxes = [
  'M40 52h56v48H40z',
  'M104 64h40v36h-40z',
  'M232 44h64v56h-64z',
  'M48 140h64v48H48z',
  'M184 152h44v36h-44z',
  'M236 136h52v52h-52z',
  'M40 236h48v40H40z',
  'M96 224h60v52H96z',
  'M244 232h56v44h-56z',
]
const marked = ['M152 56h56v44h-56z', 'M120 148h56v40h-56z', 'M172 228h64v48h-64z']
/** Shelf labels: position and location code. */
const places = [
  { x: 44, y: 115, name: 'A-01' },
  { x: 44, y: 203, name: 'A-02' },
  { x: 44, y: 291, name: 'A-03' },
]

/** Decorative rack with boxes and the stock of one product. Hidden on small screens. */
export function Racking() {
  return (
    <svg viewBox="0 0 400 340" className="hidden w-full lg:block" aria-hidden="true">
      <rect width="360" height="312" rx="12" className="fill-hover" />
      <g transform="translate(12 4)">
        <path className="fill-accent-soft stroke-edge" strokeWidth="1.5" d={boxes.join('')} />
        <path className="fill-accent" d={marked.join('')} />
        <path
          className="stroke-on-accent"
          strokeWidth="2"
          d="M172 66h16M140 158h16M196 240h16"
          strokeLinecap="round"
        />
        <path className="fill-edge" d="M24 24h6v276h-6zM306 24h6v276h-6z" />
        <path className="fill-edge" d="M24 100h288v6H24zM24 188h288v6H24zM24 276h288v6H24z" />
        <g className="fill-muted" fontSize="10" fontWeight="500">
          {places.map(({ x, y, name }) => (
            <text key={name} x={x} y={y + 4}>
              {name}
            </text>
          ))}
        </g>
      </g>
      <path className="fill-none stroke-accent" strokeWidth="1.5" d="M228 236h34" />
      <circle className="fill-accent" cx="228" cy="236" r="3.5" />
      <g transform="translate(232 186)">
        <rect
          width="164"
          height="142"
          rx="8"
          className="fill-surface stroke-line"
          strokeWidth="1.5"
        />
        <text x="16" y="28" className="fill-text" fontSize="13" fontWeight="600">
          Enamel mug, blue
        </text>
        <text x="16" y="46" className="fill-muted" fontSize="11">
          A-03, third box
        </text>
        <path className="stroke-line" strokeWidth="1" d="M16 60h132" />
        <Row y={80} name="On hand" value="47" />
        <Row y={101} name="Unavailable" value="4" />
        <Row y={122} name="Available" value="43" strong />
      </g>
    </svg>
  )
}

function Row({ y, name, value, strong }: Record<'name' | 'value', string> & RowLook) {
  return (
    <g fontSize="12" fontWeight={strong ? 600 : 400}>
      <text x="16" y={y} className={strong ? 'fill-ok-ink' : 'fill-muted'}>
        {name}
      </text>
      <text x="148" y={y} textAnchor="end" className={strong ? 'fill-ok-ink' : 'fill-text'}>
        {value}
      </text>
    </g>
  )
}
type RowLook = { y: number; strong?: boolean }
