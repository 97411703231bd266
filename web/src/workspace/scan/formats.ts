/** The kinds of codes that stand on goods, shelves and papers; fewer are found sooner. */
export const formats = [
  'ean_13',
  'ean_8',
  'upc_a',
  'code_128',
  'code_39',
  'itf',
  'data_matrix',
  'qr_code',
] as const
