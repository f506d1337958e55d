'use strict';

// The bundle of the service loads its own parts with `require`, which takes no URL and no module that awaits at its top
// level. This file stays outside the bundle, so its `import` is Node's own.
module.exports = (specifier) => import(specifier);
