// What the test asks the page: an object of facts. No page of ours contains this script.
(() => {
  const channels = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);
  const luminance = (color) => {
    const [r, g, b] = channels(color).map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = getComputedStyle(e).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const contrast = (element) => {
    const [low, high] = [luminance(getComputedStyle(element).color), luminance(background(element))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const details of all('details')) details.open = true;
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const levels = all('h1, h2, h3, h4').map((heading) => Number(heading.tagName[1]));
  const ids = all('[id]').map((element) => element.id);
  return {
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    darkness: 1 - luminance(background(document.body)),
    lowestContrast: Math.min(...all('body *').filter(hasText).map(contrast)),
    landmarks: ['header', 'nav', 'main', 'footer'].map((name) => all(`body > ${name}`).length),
    skippedHeadings: levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1).length,
    topHeadings: levels.filter((level) => level === 1).length,
    duplicateIds: ids.filter((id, i) => ids.indexOf(id) !== i),
    brokenLinks: all('a[href^="#"]').map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id)),
    outside: all('[src], [href]').map((e) => e.getAttribute('src') ?? e.getAttribute('href')).filter((url) => !/^(#|data:,$|openapi\.json$)/.test(url)),
    scripts: all('script, [style]').length,
    language: document.documentElement.lang,
    text: document.body.textContent,
  };
})()
