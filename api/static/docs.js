"use strict";
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null, // the default sends the document to a public validator
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});
