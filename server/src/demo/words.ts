/* What the example workspace sells. Changing a word changes every example that was made with it. */

type Family = {
  category: string
  /** Percentage of lines that are returned. */
  returnPercent: number
  /** Goes off, so it is kept by lot. */
  perishable?: true
  nouns: readonly [string, ...string[]]
}

export const families: readonly [Family, ...Family[]] = [
  {
    category: 'Kitchen',
    returnPercent: 9,
    nouns: [
      'Mug',
      'Bowl',
      'Plate',
      'Jug',
      'Tray',
      'Carafe',
      'Ladle',
      'Grater',
      'Whisk',
      'Colander',
      'Skillet',
      'Teapot',
      'Saucer',
      'Tin',
      'Mortar',
    ],
  },
  {
    category: 'Pantry',
    returnPercent: 6,
    perishable: true,
    nouns: [
      'Olive oil',
      'Honey',
      'Coffee',
      'Green tea',
      'Cocoa',
      'Oats',
      'Muesli',
      'Lentils',
      'Jam',
      'Mustard',
      'Pasta',
      'Almonds',
      'Raisins',
      'Vinegar',
    ],
  },
  {
    category: 'Textiles',
    returnPercent: 30,
    nouns: [
      'T-shirt',
      'Apron',
      'Towel',
      'Cushion',
      'Blanket',
      'Scarf',
      'Tea towel',
      'Oven glove',
      'Table runner',
      'Napkin',
      'Bath mat',
      'Tote bag',
    ],
  },
  {
    category: 'Garden',
    returnPercent: 14,
    nouns: [
      'Flower pot',
      'Trowel',
      'Watering can',
      'Lantern',
      'Bird feeder',
      'Hose',
      'Planter',
      'Secateurs',
      'Seed tray',
      'Garden gloves',
      'Rake',
      'Dibber',
    ],
  },
]

export const makes = [
  'Alder',
  'Birch',
  'Cedar',
  'Dune',
  'Elm',
  'Fjord',
  'Grove',
  'Harbour',
  'Iris',
  'Juniper',
  'Kelp',
  'Linden',
  'Moor',
  'Nettle',
  'Osier',
  'Pine',
  'Quarry',
  'Reed',
  'Sorrel',
  'Tarn',
  'Umber',
  'Vale',
  'Willow',
  'Yarrow',
] as const

export const manners = [
  'classic',
  'heavy',
  'light',
  'small',
  'tall',
  'plain',
  'ribbed',
  'woven',
  'matt',
  'round',
  'deep',
  'folding',
  'double',
  'fine',
  'stackable',
  'wide',
] as const

/** Two ways a product comes in, four of the first and six of the second. */
export const goods = {
  first: { name: 'colour', words: ['Blue', 'Green', 'Red', 'White'] },
  second: { name: 'size', words: ['XS', 'S', 'M', 'L', 'XL', 'XXL'] },
} as const
export const food = {
  first: { name: 'kind', words: ['Mild', 'Strong', 'Organic', 'Smoked'] },
  second: { name: 'pack', words: ['50 g', '100 g', '250 g', '500 g', '1 kg', '2 kg'] },
} as const
export const suppliers = [
  'Northgate',
  'Sunfield',
  'Blackwater',
  'Highmoor',
  'Redbridge',
  'Silverdale',
  'Whitcombe',
  'Stonehaven',
  'Fairlight',
  'Kingsmead',
  'Oakhurst',
  'Larkspur',
] as const
