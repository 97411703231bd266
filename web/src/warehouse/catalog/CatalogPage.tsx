export default function CatalogPage() {
  return null
}
