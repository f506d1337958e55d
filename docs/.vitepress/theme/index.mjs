import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** A link to the reference of the API, which the host serves beside the site. A site at another path has no host. */
const ReferenceLink = {
  setup() {
    const { site } = useData();
    // With a target, the link loads the page instead of looking for a page of the site.
    const link = () => h('a', { class: 'reference-link', href: '/docs', target: '_self' }, 'API reference');
    return () => (site.value.base === '/guides/' ? link() : null);
  },
};

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('ReferenceLink', ReferenceLink),
};
